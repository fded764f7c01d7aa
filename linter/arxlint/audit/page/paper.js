// One paper: what arXiv says, what the base calls it, where, since when, and what is wrong.

const PLACES_SHOWN = 60;

function paperPage(paper) {
  const { arxiv } = paper;
  const dates = paper.places.map((place) => DATA.documents[place[0]][2]).filter(Boolean).sort();
  const parts = [
    h('button', { type: 'button', class: 'quiet back', onclick: () => change({ paper: '' }, { push: true }) }, '← All papers'),
    h('p', { class: 'paper-id' }, arxivLink(paper.id), stateBadge(paper)),
    h('h3', { class: 'paper-name', id: 'paper-name' }, paper.title || 'A paper that nobody names'),
  ];
  if (arxiv) parts.push(...arxivSays(arxiv, paper));
  else if (paper.absent) {
    parts.push(h('p', { class: 'verdict' }, `arXiv has no such paper, says ${paper.absent[1]} (${paper.absent[0]}).`));
  } else parts.push(h('p', { class: 'verdict' }, 'Unverified: no source of metadata knew this identifier. The name above is the base’s own.'));
  parts.push(h('h4', {}, 'Names in the base', h('span', { class: 'panel-count' }, paper.names.length || '')));
  parts.push(paper.names.length ? namesTable(paper) : h('p', { class: 'nothing' }, 'Cited by number only.'));
  if (paper.findings.length) {
    parts.push(h('h4', {}, 'Findings', h('span', { class: 'panel-count' }, paper.findings.length)));
    const graver = (a, b) => SEVERITIES.indexOf(DATA.findings[a].severity) - SEVERITIES.indexOf(DATA.findings[b].severity) || a - b;
    const shown = [...paper.findings].sort(graver).slice(0, 20);
    parts.push(h('div', { class: 'paper-findings' }, shown.map((index) => findingCard(FINDINGS[index], { showPath: true }))));
    if (paper.findings.length > shown.length) {
      parts.push(h('button', {
        type: 'button', class: 'quiet more', onclick: () => showFindings({ facets: { paper: [paper.id] } }),
      }, `All ${number.format(paper.findings.length)}`));
    }
  }
  parts.push(h('h4', {}, 'Cited in', h('span', { class: 'panel-count' }, number.format(paper.places.length)),
    dates.length ? h('span', { class: 'soft range' }, dates[0] === dates[dates.length - 1] ? dates[0] : `${dates[0]} – ${dates[dates.length - 1]}`) : null));
  parts.push(placesTable(paper));
  return parts;
}

function stateBadge(paper) {
  const words = { verified: 'verified', unverified: 'unverified', absent: 'not on arXiv', withdrawn: 'withdrawn' };
  return h('span', { class: `state ${paper.state}` }, words[paper.state]);
}

function arxivSays(arxiv, paper) {
  const fields = [];
  const field = (name, ...value) => fields.push(h('dt', {}, name), h('dd', {}, ...value));
  if (arxiv.withdrawn !== null) field('Withdrawn', arxiv.withdrawn || 'yes');
  if (arxiv.titles.length) field('Earlier titles', h('ul', { class: 'plain' }, arxiv.titles.map((title) => h('li', {}, title))));
  const versions = versionsTable(arxiv, paper);
  if (versions) field('Versions', versions);
  else if (arxiv.submitted) field('Submitted', arxiv.submitted);
  if (arxiv.categories.length) field('Categories', arxiv.categories.join(', '));
  if (arxiv.journal) field('Published', arxiv.journal);
  if (arxiv.doi) field('DOI', arxiv.doi);
  if (arxiv.comment) field('Comment', arxiv.comment);
  const source = [arxiv.source, arxiv.asof ? `as of ${arxiv.asof}` : ''].filter(Boolean).join(', ');
  if (source) field('Source', h('span', { class: 'soft' }, source));
  const authors = arxiv.authors.length > 12 ? [...arxiv.authors.slice(0, 12), `and ${arxiv.authors.length - 12} more`] : arxiv.authors;
  return [authors.length ? h('p', { class: 'authors' }, authors.join(', ')) : null, h('dl', { class: 'fields' }, fields)].filter(Boolean);
}

function versionsTable(arxiv, paper) {
  if (!arxiv.versions.length) return null;
  const cited = new Map();
  for (const place of paper.places) if (place[3]) tally(cited, [place[3]]);
  return h('table', { class: 'versions' }, h('tbody', {}, arxiv.versions.map(([version, date, title, withdrawn]) => h('tr', {},
    h('th', { scope: 'row' }, `v${version}`),
    h('td', {}, date || '–'),
    h('td', {}, withdrawn ? h('span', { class: 'state withdrawn' }, 'withdrawn') : null, title && title !== arxiv.title ? title : '',
      cited.get(version) ? h('span', { class: 'soft' }, ` cited ${cited.get(version)}×`) : '')))));
}

function namesTable(paper) {
  const wrong = new Map();
  for (const index of paper.findings) {
    const { label, severity, paper: id } = DATA.findings[index];
    if (label && id === paper.id && !wrong.has(fold(label))) wrong.set(fold(label), severity);
  }
  const most = Math.max(...paper.names.map((name) => name[2]));
  return h('table', { class: 'tally names' }, h('tbody', {}, paper.names.map(([text, kind, count, instances]) => h('tr', {},
    h('th', { scope: 'row' }, wrong.has(fold(text)) ? h('span', { class: `flag ${wrong.get(fold(text))}`, title: 'a finding is about this name', role: 'img', 'aria-label': wrong.get(fold(text)) }) : null,
      text, h('span', { class: 'soft kind' }, kind)),
    h('td', {}, instances.map((instance) => chip(instance))),
    h('td', { class: 'bar-cell' }, share(count, most, '')),
    h('td', { class: 'num' }, number.format(count))))));
}

function placesTable(paper) {
  const body = h('tbody', {});
  const table = h('table', { class: 'places' },
    h('thead', {}, h('tr', {}, ['date', 'instance', 'place', 'as'].map((name) => h('th', { scope: 'col' }, name)))), body);
  const ordered = [...paper.places].sort((a, b) => compare(DATA.documents[a[0]][2] || '9', DATA.documents[b[0]][2] || '9'));
  const more = h('button', { type: 'button', class: 'quiet more', onclick: () => draw(PLACES_SHOWN * 5) });
  function draw(count) {
    const from = body.childElementCount;
    body.append(...ordered.slice(from, from + count).map((place) => placeRow(paper, place)));
    const left = ordered.length - body.childElementCount;
    more.hidden = left <= 0;
    more.textContent = `${plural(left, 'more place')}`;
  }
  draw(PLACES_SHOWN);
  return h('div', { class: 'places-wrap' }, table, more);
}

function placeRow(paper, [index, line, column, version, name]) {
  const { path, instance, date } = documentOf(index);
  return h('tr', {},
    h('td', {}, date ? h('time', { datetime: date }, date) : '–'),
    h('td', {}, instance ? chip(instance) : ''),
    h('td', { class: 'path' }, `${path}:${line}:${column}`),
    h('td', {}, name >= 0 ? paper.names[name][0] : h('span', { class: 'soft' }, 'number only'), version ? h('span', { class: 'soft' }, ` v${version}`) : ''));
}
