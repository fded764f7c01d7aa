// The view of all findings, grouped by file, by conflict or by rule.

const GROUPS = { file: 'File', conflict: 'Conflict', rule: 'Rule' };

const findingsView = {
  items: [], // headings and findings, in order
  findings: [], // the findings among them
  positions: new Map(), // finding index → index in items
  current: -1,

  build() {
    const root = byId('view-findings');
    this.facets = h('div', { class: 'facets', id: 'facets' });
    this.filterToggle = h('button', {
      type: 'button', class: 'filter-toggle', 'aria-expanded': 'false', 'aria-controls': 'facets',
      onclick: () => this.showFilters(!root.classList.contains('filters-open')),
    }, 'Filters');
    this.count = h('p', { class: 'result-count' });
    this.chips = h('div', { class: 'filter-chips', 'aria-label': 'Active filters' });
    this.grouping = h('div', { class: 'segmented', role: 'radiogroup', 'aria-label': 'Group by' });
    this.feed = h('div', { class: 'feed', role: 'feed', 'aria-label': 'Findings' });
    root.replaceChildren(
      h('h2', { class: 'visually-hidden' }, 'Findings'),
      h('aside', { class: 'side', 'aria-label': 'Filters' }, this.filterToggle, this.facets),
      h('div', { class: 'results' },
        h('div', { class: 'results-head' }, this.count, this.grouping), this.chips, this.feed));
    this.list = new LongList(this.feed, (item) => this.render(item));
  },

  showFilters(open) {
    byId('view-findings').classList.toggle('filters-open', open);
    this.filterToggle.setAttribute('aria-expanded', String(open));
  },

  update() {
    const { matching, counts } = filterFindings();
    this.counts = counts;
    this.arrange(matching);
    this.drawFacets();
    const active = activeFilters();
    this.chips.replaceChildren(...active);
    this.chips.hidden = active.length === 0;
    this.filterToggle.textContent = active.length ? `Filters (${active.length - 1})` : 'Filters';
    this.count.replaceChildren(
      h('b', {}, number.format(matching.length)),
      matching.length === FINDINGS.length
        ? ` ${matching.length === 1 ? 'finding' : 'findings'}`
        : ` of ${plural(FINDINGS.length, 'finding')}`);
    announce(`${plural(matching.length, 'finding')} shown`);
    this.grouping.replaceChildren(h('span', { class: 'segmented-label', 'aria-hidden': 'true' }, 'Group by'),
      ...Object.entries(GROUPS).map(([name, text]) => h('button', {
        type: 'button', role: 'radio', 'aria-checked': String(state.group === name), 'data-group': name,
        onclick: () => change({ group: name }, { push: true }),
      }, text)));
    const wanted = findingByKey.get(state.finding);
    const at = wanted ? this.positions.get(wanted.index) : undefined;
    this.current = -1;
    if (at === undefined) {
      this.list.set(this.items);
    } else {
      openCards.add(wanted.key);
      this.list.set(this.items, at);
      this.current = this.findings.indexOf(wanted);
      this.mark(false);
    }
    if (!this.items.length) this.list.body.append(this.nothing());
  },

  drawFacets() {
    const focused = document.activeElement?.id;
    renderFacets(this.facets, this.counts, () => this.drawFacets());
    if (focused && focused.startsWith('facet-')) {
      const again = byId(focused);
      again?.focus({ preventScroll: true });
      if (again?.type === 'search') again.setSelectionRange(again.value.length, again.value.length);
    }
  },

  nothing() {
    if (!FINDINGS.length) return h('p', { class: 'nothing' }, 'Nothing to report.');
    return h('p', { class: 'nothing' }, 'No finding matches. ',
      h('button', { type: 'button', class: 'link', onclick: clearFilters }, 'Clear the filters'));
  },

  arrange(matching) {
    const groups = new Map();
    for (const finding of matching) {
      const key = this.groupKey(finding);
      if (!groups.has(key)) groups.set(key, []);
      groups.get(key).push(finding);
    }
    let ordered = [...groups.entries()];
    if (state.group === 'conflict') ordered.sort((a, b) => this.conflictOrder(a[0]) - this.conflictOrder(b[0]) || compare(a[0], b[0]));
    else ordered.sort((a, b) => compare(a[0], b[0]));
    this.items = [];
    this.findings = [];
    this.positions.clear();
    for (const [key, members] of ordered) {
      this.items.push({ heading: key, members });
      for (const finding of members) {
        this.positions.set(finding.index, this.items.length);
        this.items.push({ finding, position: this.findings.length + 1 });
        this.findings.push(finding);
      }
    }
  },

  groupKey(finding) {
    if (state.group === 'file') return finding.path;
    if (state.group === 'conflict' && finding.data.conflict >= 0) return String(finding.data.conflict);
    return finding.data.code;
  },

  conflictOrder(key) {
    return /^\d+$/.test(key) ? Number(key) : DATA.conflicts.length;
  },

  render(item) {
    if (item.finding) {
      return findingCard(item.finding, {
        position: item.position, total: this.findings.length, showPath: state.group !== 'file',
      });
    }
    return h('div', { class: 'group-head' }, this.heading(item));
  },

  heading({ heading, members }) {
    const count = h('span', { class: 'group-count' }, number.format(members.length));
    if (state.group === 'file') {
      const { instance, date } = documentOf(members[0].data.place[0]);
      return [
        h('h2', { class: 'path' }, h('button', {
          type: 'button', class: 'quiet', onclick: () => showFindings({ facets: { file: [heading] } }),
        }, heading)),
        h('p', { class: 'group-meta' }, instance ? chip(instance) : null,
          date ? h('time', { datetime: date }, date) : null, count),
      ];
    }
    if (state.group === 'conflict' && /^\d+$/.test(heading)) return conflictHeading(DATA.conflicts[Number(heading)], count);
    const rule = DATA.rules[heading];
    const aside = state.group === 'conflict' ? ' – no other document involved' : '';
    return [
      h('h2', {}, `${heading} ${rule ? rule.name : ''}`, h('span', { class: 'soft' }, aside)),
      h('p', { class: 'group-meta' }, count),
      state.group === 'rule' && rule
        ? h('details', { class: 'rule-page' }, h('summary', {}, rule.summary || 'About this rule'), rulePage(heading)) : null,
    ];
  },

  /** Go to the next (1) or previous (-1) finding. */
  step(direction) {
    if (!this.findings.length) return;
    this.current = Math.max(0, Math.min(this.findings.length - 1, this.current + direction));
    this.mark(true);
  },

  mark(focus) {
    const finding = this.findings[this.current];
    const card = this.list.reach(this.positions.get(finding.index));
    for (const other of this.feed.querySelectorAll('.current')) other.classList.remove('current');
    card.classList.add('current');
    if (focus) {
      card.focus({ preventScroll: true });
      history.replaceState(null, '', '#' + writeState({ ...state, finding: finding.key }));
    }
    scrollTo(card, focus);
  },

  toggle() {
    const finding = this.findings[this.current];
    if (!finding) return;
    toggleCard(this.list.reach(this.positions.get(finding.index)), finding);
  },
};

/** Bring an element below the bar that stays at the top. */
function scrollTo(element, onlyIfNeeded) {
  const bar = byId('bar').offsetHeight + 60;
  const box = element.getBoundingClientRect();
  if (onlyIfNeeded && box.top >= bar && box.bottom <= window.innerHeight - 20) return;
  window.scrollBy(0, box.top - bar);
}

function conflictHeading(conflict, count) {
  return [
    h('h2', {}, h('span', { class: 'subject' }, conflict.subject), ' ',
      h('span', { class: 'soft' }, `${conflict.code} ${DATA.rules[conflict.code]?.name || ''}`)),
    h('p', { class: 'group-meta' },
      conflict.instances.map((instance) => chip(instance)),
      conflict.papers.map((id) => (papersById.has(id)
        ? h('button', { type: 'button', class: 'quiet id', onclick: () => showPaper(id) }, id) : h('span', { class: 'id' }, id))),
      conflict.since ? h('span', { class: 'soft' }, 'since ', h('time', { datetime: conflict.since }, conflict.since)) : null,
      count),
  ];
}
