// One finding: what is wrong, in its line; what is right; and, unfolded, the grounds and the other places.

const openCards = new Set();

function findingCard(finding, { position, total, showPath = false } = {}) {
  const { data } = finding;
  const rule = DATA.rules[data.code];
  const [, line, column] = data.place;
  const more = data.notes.length + data.related.length > 0 || data.fix || data.confidence !== 'high';
  const title = `f-title-${finding.index}`;
  const card = h('article', {
    class: `finding ${data.severity}`,
    id: `finding-${finding.index}`,
    tabindex: '-1',
    'data-index': finding.index,
    'aria-labelledby': title,
    'aria-posinset': position,
    'aria-setsize': total,
  },
  h('p', { class: 'finding-head' },
    h('span', { class: `severity ${data.severity}` }, data.severity),
    h('button', {
      type: 'button', class: 'quiet code', title: rule ? rule.summary : '',
      onclick: () => showFindings({ facets: { rule: [data.code] } }),
    }, h('b', {}, data.code), rule ? ` ${rule.name}` : ''),
    showPath ? h('span', { class: 'where' }, placeText(data.place)) : h('span', { class: 'where' }, `${line}:${column}`)),
  h('h3', { id: title, class: 'message' }, rich(data.message)),
  sourceLine(data.place, data.severity, data.span),
  data.help ? h('p', { class: 'help' }, h('span', { class: 'sign', 'aria-hidden': 'true' }, '→'), h('span', {}, rich(data.help))) : null,
  subjectLine(data));
  if (!more) return card;
  const detail = h('div', { class: 'detail', id: `detail-${finding.index}` });
  const counts = [
    data.notes.length ? 'grounds' : '',
    data.related.length ? plural(data.related.length, 'other place') : '',
  ].filter(Boolean);
  const button = h('button', {
    type: 'button', class: 'unfold', 'aria-controls': detail.id, 'aria-expanded': 'false',
    onclick: () => toggleCard(card, finding),
  }, counts.join(', ') || 'more');
  card.append(button, detail);
  setOpen(card, finding, openCards.has(finding.key));
  return card;
}

function placeText(place) {
  const { path } = documentOf(place[0]);
  return `${path}:${place[1]}:${place[2]}`;
}

function subjectLine(data) {
  const parts = [];
  for (const id of data.papers) {
    parts.push(h('li', {},
      h('span', { class: 'role' }, id === data.paper ? 'cited' : 'suggested'),
      papersById.has(id)
        ? h('button', { type: 'button', class: 'quiet id', onclick: () => showPaper(id), 'aria-label': `Paper ${id}` }, id)
        : h('span', { class: 'id' }, id),
      h('span', { class: 'paper-title' }, titleOf(id), ' ', arxivLink(id, 0, 'arXiv'))));
  }
  return parts.length ? h('ul', { class: 'subjects' }, parts) : null;
}

function toggleCard(card, finding) {
  const open = !openCards.has(finding.key);
  if (open) openCards.add(finding.key);
  else openCards.delete(finding.key);
  setOpen(card, finding, open);
}

function setOpen(card, finding, open) {
  const detail = card.querySelector('.detail');
  if (!detail) return;
  card.querySelector('.unfold').setAttribute('aria-expanded', String(open));
  card.classList.toggle('open', open);
  // Filled when first opened: most of five thousand never are.
  if (open && !detail.firstChild) append(detail, cardDetail(finding));
  detail.hidden = !open;
}

function cardDetail(finding) {
  const { data } = finding;
  const parts = [];
  if (data.notes.length) {
    parts.push(h('h4', {}, 'Grounds'), h('ul', { class: 'notes' }, data.notes.map((note) => h('li', {}, rich(note)))));
  }
  if (data.related.length) {
    parts.push(h('h4', {}, 'Other places'), h('ol', { class: 'related' }, data.related.map((place) => relatedPlace(place))));
  }
  const aside = [`confidence: ${data.confidence}`];
  if (data.fix) aside.push(`${data.fix[0]} fix: ${data.fix[1]}`);
  parts.push(h('p', { class: 'aside' }, rich(aside.join(' · '))));
  return parts;
}

function relatedPlace(place) {
  const { path, instance, date } = documentOf(place[0]);
  return h('li', {},
    h('p', { class: 'related-head' },
      instance ? chip(instance) : null,
      date ? h('time', { datetime: date }, date) : null,
      h('span', { class: 'path' }, `${path}:${place[1]}:${place[2]}`)),
    sourceLine(place, 'related', ''),
    place[8] ? h('p', { class: 'related-message' }, rich(place[8])) : null);
}
