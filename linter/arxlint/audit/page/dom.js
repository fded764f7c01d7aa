// Elements are made here and nowhere else.  A string is always a text node: what a document says is shown,
// never parsed.

const SVG = 'http://www.w3.org/2000/svg';

/** Make an element.  `on…` properties are listeners, `class`, `aria-…`, `data-…` and the like are attributes. */
function h(tag, properties, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/** Make an SVG element. */
function s(tag, properties, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  append(element, children);
  return element;
}

function append(element, children) {
  for (const child of children) {
    if (child === undefined || child === null || child === false) continue;
    if (Array.isArray(child)) append(element, child);
    else element.append(child instanceof Node ? child : String(child));
  }
}

const byId = (id) => document.getElementById(id);

const number = new Intl.NumberFormat('en');

function plural(count, noun, many) {
  return `${number.format(count)} ${count === 1 ? noun : many || noun + 's'}`;
}

/** Say something to a screen reader. */
function announce(text) {
  byId('status').textContent = text;
}

function chip(text, properties) {
  return h('span', { class: 'chip', ...properties }, text);
}

/** A link to arXiv.  The identifier comes from a document, so only legal characters get into the address. */
function arxivLink(id, version, text) {
  const shown = text || `arXiv:${id}${version ? 'v' + version : ''}`;
  if (!/^[a-z0-9.\-/]+$/i.test(id)) return h('span', {}, shown);
  const href = `https://arxiv.org/abs/${id}${version ? 'v' + version : ''}`;
  return h('a', { href, rel: 'noreferrer noopener external', target: '_blank', class: 'arxiv' }, shown);
}
