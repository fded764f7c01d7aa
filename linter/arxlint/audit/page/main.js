// Putting it together.

const VIEW_NAMES = { overview: 'Overview', findings: 'Findings', papers: 'Papers' };
const views = { overview, findings: findingsView, papers: papersView };
const THEMES = { auto: 'System theme', light: 'Light theme', dark: 'Dark theme' };
const THEME_SIGNS = { auto: '◐', light: '○', dark: '●' };

function buildTabs() {
  const counts = { findings: FINDINGS.length, papers: DATA.papers.length };
  byId('tabs').replaceChildren(...VIEWS.map((view) => h('button', {
    type: 'button', role: 'tab', id: `tab-${view}`, 'aria-controls': `view-${view}`,
    onclick: () => change({ view }, { push: true }),
  }, VIEW_NAMES[view], view in counts ? h('span', { class: 'tab-count' }, number.format(counts[view])) : null)));
}

function currentTheme() {
  return document.documentElement.dataset.theme || 'auto';
}

function setTheme(theme) {
  if (theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  const button = byId('theme');
  button.textContent = THEME_SIGNS[theme];
  button.setAttribute('aria-label', `${THEMES[theme]} (change)`);
  button.title = THEMES[theme];
  try {
    localStorage.setItem('arxlint-theme', theme);
  } catch { /* a page opened from a file may have no storage */ }
}

function nextTheme() {
  const names = Object.keys(THEMES);
  setTheme(names[(names.indexOf(currentTheme()) + 1) % names.length]);
  announce(THEMES[currentTheme()]);
}

function storedTheme() {
  try {
    const theme = localStorage.getItem('arxlint-theme');
    return theme in THEMES ? theme : 'auto';
  } catch {
    return 'auto';
  }
}

const stale = new Set(VIEWS);

function update(patch) {
  const search = byId('search');
  if (search.value !== state.q) search.value = state.q;
  for (const view of VIEWS) {
    const current = view === state.view;
    byId(`view-${view}`).hidden = !current;
    const tab = byId(`tab-${view}`);
    tab.setAttribute('aria-selected', String(current));
    tab.tabIndex = current ? 0 : -1;
  }
  document.body.dataset.view = state.view;
  const switched = Object.keys(patch).length === 1 && 'view' in patch;
  if (!switched) for (const view of VIEWS) stale.add(view);
  if (stale.has(state.view)) {
    views[state.view].update(patch);
    stale.delete(state.view);
  }
}

function onSearch(event) {
  const view = state.view === 'overview' ? 'findings' : state.view;
  change({ q: event.target.value, view, finding: '' }, { push: view !== state.view });
}

/** Print the whole report: overview, and every finding under the filters, unfolded. */
function prepareForPrint() {
  if (document.body.classList.contains('printing')) return;
  document.body.classList.add('printing');
  if (stale.has('findings')) {
    findingsView.update({});
    stale.delete('findings');
  }
  if (state.view !== 'papers') {
    findingsView.list.expand();
    for (const card of findingsView.feed.querySelectorAll('.finding')) {
      setOpen(card, FINDINGS[Number(card.dataset.index)], true);
    }
    overview.drawConflicts(DATA.conflicts.length);
    byId('view-overview').hidden = false;
    byId('view-findings').hidden = false;
  }
}

function afterPrint() {
  document.body.classList.remove('printing');
  overview.drawConflicts();
  stale.add('findings');
  update({ view: state.view });
}

function start() {
  const { summary } = DATA;
  byId('stamp').textContent = [DATA.generated, DATA.tool, plural(summary.files, 'file')].join(' · ');
  setTheme(storedTheme());
  buildTabs();
  buildShortcuts();
  for (const view of VIEWS) views[view].build();
  onChange(update);
  update(state);
  byId('search').addEventListener('input', onSearch);
  document.querySelector('.skip').addEventListener('click', (event) => {
    event.preventDefault(); // the address is the state of the page
    byId('main').focus();
  });
  byId('theme').addEventListener('click', nextTheme);
  document.addEventListener('keydown', onKey);
  window.addEventListener('beforeprint', prepareForPrint);
  window.addEventListener('afterprint', afterPrint);
  document.body.dataset.ready = 'true';
}

start();
