// The view of all papers: a list to search, and beside it everything about the one that is chosen.

const PAPER_CHOICES = {
  all: 'All', findings: 'With findings', several: 'Several names', unverified: 'Unverified', absent: 'Not on arXiv', withdrawn: 'Withdrawn',
};
const PAPER_ORDERS = { findings: 'Gravest findings', cited: 'Most cited', names: 'Most names', recent: 'Latest cited', id: 'Identifier' };

const papersView = {
  items: [],

  build() {
    const root = byId('view-papers');
    this.count = h('p', { class: 'result-count' });
    this.choice = this.select('Show', PAPER_CHOICES, (value) => change({ papers: value }, { push: true }));
    this.order = this.select('Order', PAPER_ORDERS, (value) => change({ sort: value }, { push: true }));
    this.listing = h('div', { class: 'paper-list', role: 'list', 'aria-label': 'Papers' });
    this.detail = h('div', { class: 'paper-detail', id: 'paper-detail', tabindex: '-1', 'aria-live': 'off' });
    root.replaceChildren(
      h('h2', { class: 'visually-hidden' }, 'Papers'),
      h('div', { class: 'paper-side' },
        h('div', { class: 'paper-tools' }, this.count, this.choice, this.order), this.listing),
      this.detail);
    this.list = new LongList(this.listing, (paper) => this.row(paper));
  },

  select(label, options, pick) {
    return h('label', { class: 'select' }, h('span', {}, label),
      h('select', { onchange: (event) => pick(event.target.value) },
        Object.entries(options).map(([value, text]) => h('option', { value }, text))));
  },

  update(patch) {
    this.choice.querySelector('select').value = state.papers;
    this.order.querySelector('select').value = state.sort;
    this.items = filterPapers();
    this.count.replaceChildren(h('b', {}, number.format(this.items.length)),
      this.items.length === DATA.papers.length ? ' papers' : ` of ${plural(DATA.papers.length, 'paper')}`);
    const only = Object.keys(patch);
    if (!(only.length === 1 && only[0] === 'paper')) {
      const at = this.items.findIndex((paper) => paper.id === state.paper);
      this.list.set(this.items, Math.max(0, at));
      if (!this.items.length) this.list.body.append(h('p', { class: 'nothing' }, 'No paper matches.'));
    }
    byId('view-papers').classList.toggle('chosen', Boolean(state.paper));
    this.mark();
    this.show();
  },

  mark() {
    for (const row of this.listing.querySelectorAll('[aria-current]')) row.removeAttribute('aria-current');
    const row = this.listing.querySelector(`[data-paper="${CSS.escape(state.paper)}"]`);
    if (row) row.setAttribute('aria-current', 'true');
  },

  row(paper) {
    const { id, state: known, findings, places, title } = paper;
    return h('div', { role: 'listitem' }, h('button', {
      type: 'button', class: 'paper-row', 'data-paper': id, 'aria-current': state.paper === id ? 'true' : null,
      onclick: () => this.open(id),
    },
    h('span', { class: 'paper-row-head' },
      h('span', { class: 'id' }, id),
      known === 'verified' ? null : h('span', { class: `state ${known}` }, known === 'absent' ? 'not on arXiv' : known),
      findings.length ? h('span', { class: `dot ${SEVERITIES[paper.worst]}` }, plural(findings.length, 'finding')) : null),
    h('span', { class: `paper-row-title ${paper.arxiv ? '' : 'soft'}` }, title || 'never named'),
    h('span', { class: 'paper-row-meta' },
      `${plural(places.length, 'citation')} · ${plural(paper.names.length, 'name')}`)));
  },

  open(id) {
    change({ paper: id }, { push: true });
    if (window.matchMedia('(max-width: 860px)').matches) window.scrollTo(0, byId('bar').offsetTop);
    this.detail.scrollTop = 0;
  },

  /** Choose the next (1) or previous (-1) paper. */
  step(direction) {
    if (!this.items.length) return;
    const at = this.items.findIndex((paper) => paper.id === state.paper);
    const next = Math.max(0, Math.min(this.items.length - 1, at < 0 ? 0 : at + direction));
    const row = this.list.reach(next).querySelector('button');
    change({ paper: this.items[next].id });
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: 'nearest' });
  },

  show() {
    // Where there is room for both, the first paper is shown before one is chosen.
    const paper = papersById.get(state.paper) || (state.paper ? undefined : this.items[0]);
    if (paper && this.drawn === paper.id) return;
    this.drawn = paper && paper.id;
    if (paper) this.detail.replaceChildren(...paperPage(paper));
    else {
      this.detail.replaceChildren(h('p', { class: 'nothing' }, state.paper
        ? `This report has no paper ${state.paper}.` : ''));
    }
  },
};
