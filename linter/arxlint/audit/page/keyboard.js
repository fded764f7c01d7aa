// Everything that a key does.

const KEYS = [
  ['/', 'search'],
  ['1  2  3', 'overview, findings, papers'],
  ['j  k', 'next and previous finding or paper; the arrows do the same once one is chosen'],
  ['Enter', 'unfold or fold the finding'],
  ['g', 'group findings by file, conflict or rule, in turn'],
  ['x', 'clear all filters'],
  ['t', 'light, dark, or as the system has it'],
  ['Esc', 'leave the search, close what is open'],
  ['?', 'this list'],
];

function buildShortcuts() {
  const dialog = byId('shortcuts');
  dialog.replaceChildren(
    h('h2', { id: 'shortcuts-title' }, 'Keyboard'),
    h('dl', {}, KEYS.map(([keys, text]) => [
      h('dt', {}, keys.split('  ').map((key) => h('kbd', {}, key))), h('dd', {}, text)])),
    h('form', { method: 'dialog' }, h('button', { class: 'primary', autofocus: true }, 'Close')));
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  byId('help').addEventListener('click', () => dialog.showModal());
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const dialog = byId('shortcuts');
  if (dialog.open) return;
  const { target } = event;
  const typing = target.matches('input[type=search], select, textarea');
  if (event.key === 'Escape') {
    escape(target);
    return;
  }
  if (typing) {
    if (event.key === 'Enter' && target.id === 'search') step(1, event);
    else if (event.key === 'ArrowDown' && target.id === 'search') step(1, event);
    return;
  }
  if (target.getAttribute('role') === 'tab' && moveTab(event)) return;
  const act = {
    '/': () => { byId('search').focus(); byId('search').select(); },
    '?': () => dialog.showModal(),
    1: () => change({ view: 'overview' }, { push: true }),
    2: () => change({ view: 'findings' }, { push: true }),
    3: () => change({ view: 'papers' }, { push: true }),
    j: () => step(1),
    k: () => step(-1),
    t: nextTheme,
    g: nextGroup,
    x: clearFilters,
  }[event.key];
  if (act) {
    event.preventDefault();
    act();
  } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && target.matches('.finding, .paper-row')) {
    step(event.key === 'ArrowDown' ? 1 : -1, event);
  } else if (event.key === 'Enter' && target.matches('.finding')) {
    findingsView.toggle();
  }
}

function step(direction, event) {
  if (event) event.preventDefault();
  if (state.view === 'overview') change({ view: 'findings' }, { push: true });
  (state.view === 'papers' ? papersView : findingsView).step(direction);
}

function escape(target) {
  if (target.id === 'search') {
    if (target.value) change({ q: '' });
    else target.blur();
  } else if (state.view === 'findings' && byId('view-findings').classList.contains('filters-open')) {
    findingsView.showFilters(false);
    findingsView.filterToggle.focus();
  } else if (state.view === 'papers' && state.paper) {
    change({ paper: '' }, { push: true });
  } else if (target.matches('.finding') && target.classList.contains('open')) {
    findingsView.toggle();
  } else if (target !== document.body) {
    target.blur();
  }
}

function nextGroup() {
  const names = Object.keys(GROUPS);
  change({ view: 'findings', group: names[(names.indexOf(state.group) + 1) % names.length] }, { push: true });
}

function moveTab(event) {
  const moves = { ArrowRight: 1, ArrowLeft: -1 };
  if (!(event.key in moves)) return false;
  event.preventDefault();
  const at = VIEWS.indexOf(state.view) + moves[event.key];
  const view = VIEWS[(at + VIEWS.length) % VIEWS.length];
  change({ view }, { push: true });
  byId(`tab-${view}`).focus();
  return true;
}
