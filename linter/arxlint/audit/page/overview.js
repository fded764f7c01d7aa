// The first view: how the base stands, what to settle first, who disagrees with whom, and since when.

const CONFLICTS_SHOWN = 8;
const UNVERIFIED_SHOWN = 24;

/** Two columns, or one if there is only one panel to show. */
function panels(...given) {
  const there = given.filter(Boolean);
  return h('div', { class: `panels ${there.length > 1 ? '' : 'single'}`, hidden: there.length === 0 }, there);
}

function stack(...given) {
  const there = given.filter(Boolean);
  return there.length ? h('div', { class: 'stack' }, there) : null;
}

const overview = {
  conflictsShown: CONFLICTS_SHOWN,

  build() {
    const root = byId('view-overview');
    const matrix = matrixTable();
    this.timelinePanel = h('section', { class: 'panel wide', 'aria-labelledby': 'p-timeline' });
    this.conflictPanel = h('section', { class: 'panel', 'aria-labelledby': 'p-conflicts' });
    root.replaceChildren(
      h('h2', { class: 'visually-hidden' }, 'Overview'),
      this.figures(),
      panels(
        DATA.summary.files > 1 ? this.conflictPanel : null,
        stack(
          matrix ? h('section', { class: 'panel', 'aria-labelledby': 'p-matrix' },
            h('h3', { id: 'p-matrix' }, 'Who contradicts whom'), matrix) : null,
          this.instances())),
      this.timelinePanel,
      panels(this.rules(), this.open()));
    this.drawConflicts();
    this.drawTimeline();
  },

  update() {
    this.drawTimeline();
  },

  figures() {
    const { summary } = DATA;
    const absent = DATA.papers.filter((paper) => paper.state === 'absent').length;
    const figure = (value, label, action, kind) => {
      const inner = [h('dt', {}, label), h('dd', {}, number.format(value))];
      return h('div', { class: `figure ${kind || ''} ${value ? '' : 'zero'}` }, action && value
        ? [inner[0], h('dd', {}, h('button', { type: 'button', class: 'quiet', onclick: action, 'aria-label': `${number.format(value)} ${label}` }, number.format(value)))]
        : inner);
    };
    const severity = (value, name) => figure(value, value === 1 ? name : name + 's', () => showFindings({ facets: { sev: [name] } }), name);
    const papers = (choice) => () => change({ view: 'papers', papers: choice, paper: '', q: '' }, { push: true });
    return h('dl', { class: 'figures' },
      severity(summary.errors, 'error'), severity(summary.warnings, 'warning'), severity(summary.notes, 'note'),
      figure(summary.files, summary.files === 1 ? 'file' : 'files'), figure(summary.mentions, summary.mentions === 1 ? 'mention' : 'mentions'),
      figure(summary.papers, summary.papers === 1 ? 'paper' : 'papers', papers('all')),
      figure(summary.verified, 'verified'),
      absent ? figure(absent, 'not on arXiv', papers('absent')) : null,
      figure(summary.unverified, 'unverified', papers('unverified')),
      summary.suppressed ? figure(summary.suppressed, 'suppressed') : null,
      summary.baselined ? figure(summary.baselined, 'in baseline') : null);
  },

  drawConflicts(count = this.conflictsShown) {
    const shownConflicts = DATA.conflicts.slice(0, count);
    const left = DATA.conflicts.length - shownConflicts.length;
    this.conflictPanel.replaceChildren(
      h('h3', { id: 'p-conflicts' }, 'Conflicts to settle first',
        h('span', { class: 'panel-count' }, DATA.conflicts.length ? number.format(DATA.conflicts.length) : '')),
      shownConflicts.length
        ? h('ol', { class: 'conflicts' }, shownConflicts.map((conflict, index) => this.conflict(conflict, index)))
        : h('p', { class: 'nothing' }, 'No finding involves a second document.'),
      left > 0 ? h('button', {
        type: 'button', class: 'quiet more',
        onclick: () => { this.conflictsShown += 20; this.drawConflicts(); },
      }, `Show ${number.format(Math.min(20, left))} more`) : '');
  },

  conflict(conflict, index) {
    return h('li', { class: conflict.severity },
      h('button', {
        type: 'button', class: 'conflict', 'data-conflict': index,
        onclick: () => showFindings({ conflict: String(index) }),
      },
      h('span', { class: 'conflict-head' },
        h('span', { class: 'subject' }, conflict.subject),
        h('span', { class: 'soft' }, `${conflict.code} ${DATA.rules[conflict.code]?.name || ''}`)),
      h('span', { class: 'conflict-message' }, rich(conflict.message)),
      h('span', { class: 'conflict-meta' },
        conflict.instances.map((instance) => chip(instance)),
        h('span', {}, plural(conflict.places, 'place')),
        h('span', {}, plural(conflict.documents, 'document')),
        conflict.since ? h('span', {}, `since ${conflict.since}`) : null)));
  },

  drawTimeline() {
    const days = daysBetween();
    const mayBeDays = days > 0 && days <= MOST_DAYS;
    const unit = mayBeDays && (state.unit || (days <= 92 ? 'day' : 'month')) === 'day' ? 'day' : 'month';
    if (this.drawn === unit) return;
    this.drawn = unit;
    const bins = timeline(unit);
    this.timelinePanel.hidden = bins.length === 0;
    if (!bins.length) return;
    const undated = FINDINGS.filter((finding) => !finding.date).length;
    this.timelinePanel.replaceChildren(
      h('div', { class: 'panel-head' },
        h('h3', { id: 'p-timeline' }, 'Over time'),
        mayBeDays ? h('div', { class: 'segmented', role: 'radiogroup', 'aria-label': 'Unit of time' },
          ['month', 'day'].map((name) => h('button', {
            type: 'button', role: 'radio', 'aria-checked': String(name === unit),
            onclick: () => change({ unit: name }),
          }, name === 'month' ? 'Months' : 'Days'))) : null),
      h('div', { class: 'chart-scroll', tabindex: '0', role: 'region', 'aria-label': 'Timeline' }, timelineChart(unit)),
      h('p', { class: 'legend' },
        h('span', { class: 'key citations' }, 'citations'),
        SEVERITIES.map((name) => h('span', { class: `key ${name}` }, name + 's')),
        undated ? h('span', { class: 'soft' }, `${plural(undated, 'finding')} in documents without a date`) : null));
  },

  rules() {
    const counts = new Map();
    for (const finding of FINDINGS) tally(counts, [finding.data.code]);
    const ordered = [...counts].sort((a, b) => b[1] - a[1] || compare(a[0], b[0]));
    const most = Math.max(0, ...counts.values());
    const worst = (code) => SEVERITIES.find((name) => FINDINGS.some((one) => one.data.code === code && one.data.severity === name));
    return h('section', { class: 'panel', 'aria-labelledby': 'p-rules' },
      h('h3', { id: 'p-rules' }, 'By rule'),
      ordered.length ? h('table', { class: 'tally' },
        h('tbody', {}, ordered.map(([code, count]) => h('tr', {},
          h('th', { scope: 'row' }, h('button', {
            type: 'button', class: 'quiet', title: DATA.rules[code]?.summary || '',
            onclick: () => showFindings({ facets: { rule: [code] } }),
          }, h('b', {}, code), ` ${DATA.rules[code]?.name || ''}`)),
          h('td', { class: 'bar-cell' }, share(count, most, worst(code))),
          h('td', { class: 'num' }, number.format(count)))))) : h('p', { class: 'nothing' }, 'No findings.'));
  },

  instances() {
    const found = new Map();
    const cited = new Map();
    for (const finding of FINDINGS) tally(found, finding.keys.inst);
    for (const [, instance, , , mentions] of DATA.documents) {
      if (mentions) cited.set(instance || NO_INSTANCE, (cited.get(instance || NO_INSTANCE) || 0) + mentions);
    }
    const names = [...new Set([...found.keys(), ...cited.keys()])];
    if (names.length < 2) return null;
    names.sort((a, b) => (found.get(b) || 0) - (found.get(a) || 0) || compare(a, b));
    const most = Math.max(0, ...found.values());
    return h('section', { class: 'panel', 'aria-labelledby': 'p-instances' },
      h('h3', { id: 'p-instances' }, 'By instance'),
      h('table', { class: 'tally' },
        h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'instance'), h('td', {}),
          h('th', { scope: 'col', class: 'num' }, 'findings'), h('th', { scope: 'col', class: 'num' }, 'per 100 citations'))),
        h('tbody', {}, names.map((name) => h('tr', {},
          h('th', { scope: 'row' }, h('button', {
            type: 'button', class: 'quiet', onclick: () => showFindings({ facets: { inst: [name] } }),
          }, name)),
          h('td', { class: 'bar-cell' }, share(found.get(name) || 0, most, '')),
          h('td', { class: 'num' }, number.format(found.get(name) || 0)),
          h('td', { class: 'num soft' }, cited.get(name) ? ((100 * (found.get(name) || 0)) / cited.get(name)).toFixed(1) : '–'))))));
  },

  /** What was not judged, and why: silence must not look like approval. */
  open() {
    const skipped = DATA.summary.skipped_rules;
    const unverified = DATA.papers.filter((paper) => paper.state === 'unverified');
    if (!skipped.length && !unverified.length) return null;
    return h('section', { class: 'panel', 'aria-labelledby': 'p-open' },
      h('h3', { id: 'p-open' }, 'Not judged'),
      skipped.length ? h('ul', { class: 'plain' }, skipped.map((rule) => h('li', {},
        h('b', {}, rule.code), ` ${rule.name} `, h('span', { class: 'soft' }, `– ${rule.reason}`)))) : null,
      unverified.length ? [
        h('p', {}, `${plural(unverified.length, 'paper')} unverified: no source of metadata knew them.`),
        h('ul', { class: 'ids' }, unverified.slice(0, UNVERIFIED_SHOWN).map((paper) => h('li', {},
          h('button', { type: 'button', class: 'quiet id', onclick: () => showPaper(paper.id) }, paper.id)))),
        unverified.length > UNVERIFIED_SHOWN ? h('button', {
          type: 'button', class: 'quiet more',
          onclick: () => change({ view: 'papers', papers: 'unverified', paper: '', q: '' }, { push: true }),
        }, `All ${number.format(unverified.length)}`) : null,
      ] : null);
  },
};
