// Who contradicts whom: rows are where a finding stands, columns what it contradicts.

function disagreements() {
  const counts = new Map();
  const names = new Set();
  for (const finding of FINDINGS) {
    for (const other of finding.against) {
      const key = joinPair(finding.keys.inst[0], other);
      counts.set(key, (counts.get(key) || 0) + 1);
      names.add(finding.keys.inst[0]).add(other);
    }
  }
  const total = (name) => [...counts].reduce((sum, [key, count]) => sum + (splitPair(key).includes(name) ? count : 0), 0);
  const weight = new Map([...names].map((name) => [name, total(name)]));
  const last = (name) => Number(name === NO_INSTANCE);
  return { counts, names: [...names].sort((a, b) => last(a) - last(b) || weight.get(b) - weight.get(a) || compare(a, b)) };
}

function matrixTable() {
  const { counts, names } = disagreements();
  if (!names.length) return null;
  const most = Math.max(...counts.values());
  const head = h('tr', {}, h('td', { class: 'corner' }), names.map((name) => h('th', { scope: 'col', title: name }, name)));
  const rows = names.map((one) => h('tr', {},
    h('th', { scope: 'row', title: one }, one),
    names.map((other) => matrixCell(one, other, counts.get(joinPair(one, other)) || 0, most))));
  return h('div', { class: 'matrix-scroll', tabindex: '0', role: 'region', 'aria-label': 'Disagreements between instances' },
    h('table', { class: `matrix ${names.length > 7 ? 'many' : ''}` },
      h('caption', {}, 'Rows: where the finding stands. Columns: whose document it contradicts.'),
      h('thead', {}, head), h('tbody', {}, rows)));
}

function matrixCell(one, other, count, most) {
  if (!count) return h('td', { class: one === other ? 'own' : '' }, h('span', { class: 'zero', 'aria-label': 'none' }, '·'));
  const said = one === other
    ? `${one} contradicts itself: ${plural(count, 'finding')}`
    : `${one} contradicts ${other}: ${plural(count, 'finding')}`;
  const button = h('button', {
    type: 'button', 'aria-label': said, title: said, 'data-pair': joinPair(one, other),
    onclick: () => showFindings({ pair: joinPair(one, other) }),
  }, number.format(count));
  // Few steps, none between those on which dark and light text can be read.
  const heat = [0.1, 0.2, 0.32, 0.44, 0.92][Math.min(4, Math.floor(Math.sqrt(count / most) * 5))];
  button.style.setProperty('--heat', String(heat));
  if (heat > 0.5) button.classList.add('hot');
  return h('td', { class: one === other ? 'own' : '' }, button);
}
