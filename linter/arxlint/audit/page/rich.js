// Small texts with `code` in them, source lines, and rule pages (a little Markdown, made of elements).

/** Turn backticks into code elements. */
function rich(text) {
  const parts = text.split('`');
  if (parts.length % 2 === 0) return [text];
  return parts.map((part, index) => (index % 2 ? h('code', {}, part) : part)).filter((part) => part !== '');
}

/** A source line with its span marked.  `place` as in data.js. */
function sourceLine(place, severity, label) {
  const [, line, , before, marked, after, cutBefore, cutAfter] = place;
  return h('div', { class: `source ${severity}` },
    h('span', { class: 'line-number', 'aria-label': `line ${line}` }, line),
    h('code', { class: 'line', dir: 'ltr' },
      cutBefore ? h('span', { class: 'cut' }, '…') : null,
      shown(before),
      marked ? h('mark', {}, shown(marked)) : h('mark', { class: 'caret', 'aria-label': 'here' }),
      shown(after),
      cutAfter ? h('span', { class: 'cut' }, '…') : null),
    label ? h('span', { class: 'span-label' }, label) : null);
}

/** Set apart what stands for an invisible character. */
function shown(text) {
  const parts = text.split(/(<U\+[0-9A-F]{4,6}>|[\u2400-\u2421])/);
  return parts.length === 1 ? text : parts.map((part, index) => (index % 2 ? h('span', { class: 'invisible' }, part) : part));
}

function rulePage(code) {
  const rule = DATA.rules[code];
  const out = [];
  for (const block of (rule.docs || rule.summary).trim().split(/\n\s*\n/)) {
    const text = block.replace(/^ {4}/gm, '');
    const heading = /^#{1,4}\s+(.*)/.exec(text);
    if (heading) out.push(h('h4', {}, heading[1]));
    else if (/^```/.test(text)) out.push(h('pre', {}, text.replace(/^```\w*\n?|\n?```$/g, '')));
    else if (/^[-*] /.test(text)) {
      out.push(h('ul', {}, text.split(/\n(?=[-*] )/).map((item) => h('li', {}, rich(item.replace(/^[-*] /, ''))))));
    } else out.push(h('p', {}, rich(text)));
  }
  return out;
}
