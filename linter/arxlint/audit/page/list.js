// A long list of which only a stretch is in the page; it grows at either end as that comes into sight.

const CHUNK = 24;
// What is drawn at once must fill the window, and no more: a keystroke waits for it.
const AT_ONCE = 12;

class LongList {
  /** `render(item, index)` returns the element of one item. */
  constructor(element, render) {
    this.element = element;
    this.render = render;
    this.items = [];
    this.first = 0;
    this.last = 0;
    this.top = h('div', { class: 'sentinel', 'aria-hidden': 'true' });
    this.bottom = h('div', { class: 'sentinel', 'aria-hidden': 'true' });
    this.body = h('div', { class: 'long-list' });
    element.append(this.top, this.body, this.bottom);
    const watcher = new IntersectionObserver((entries) => {
      for (const entry of entries) if (entry.isIntersecting) this.grow(entry.target === this.top ? -1 : 1);
    }, { rootMargin: '900px' });
    this.watcher = watcher;
    watcher.observe(this.top);
    watcher.observe(this.bottom);
  }

  /** Show other items, from the start or around one index. */
  set(items, around = 0) {
    this.items = items;
    this.first = Math.max(0, around - (around > CHUNK ? 10 : around));
    this.last = Math.min(items.length, Math.max(this.first + AT_ONCE, around + AT_ONCE));
    this.body.replaceChildren(...this.stretch(this.first, this.last));
    this.rewatch();
  }

  stretch(first, last) {
    const made = [];
    for (let index = first; index < last; index += 1) made.push(this.render(this.items[index], index));
    return made;
  }

  // An observer only tells of changes; a sentinel that stays in sight has to be looked at anew.
  rewatch() {
    for (const sentinel of [this.top, this.bottom]) {
      this.watcher.unobserve(sentinel);
      this.watcher.observe(sentinel);
    }
  }

  grow(direction) {
    if (direction > 0 && this.last < this.items.length) {
      const last = Math.min(this.items.length, this.last + CHUNK);
      this.body.append(...this.stretch(this.last, last));
      this.last = last;
      this.rewatch();
    } else if (direction < 0 && this.first > 0) {
      const first = Math.max(0, this.first - CHUNK);
      const before = this.body.offsetHeight;
      this.body.prepend(...this.stretch(first, this.first));
      this.first = first;
      window.scrollBy(0, this.body.offsetHeight - before);
      this.rewatch();
    }
  }

  /** The element of an index; the list is moved there if it is not in the page. */
  reach(index) {
    if (index < this.first || index >= this.last + CHUNK) this.set(this.items, index);
    while (index >= this.last && this.last < this.items.length) this.grow(1);
    return this.body.children[index - this.first];
  }

  /** Put everything into the page, for printing. */
  expand() {
    this.body.replaceChildren(...this.stretch(0, this.items.length));
    this.first = 0;
    this.last = this.items.length;
  }
}
