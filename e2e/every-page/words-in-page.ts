/** What the page itself does, because a call from outside for each text would take long. */
export interface PageWords {
  /** The English texts that are on the page. */
  english: () => string[];
  /** Puts other texts in their place. */
  put: (language: string, pairs: readonly [string, string][]) => void;
  /** Which of them have no room. */
  faults: () => string[];
}

/** Puts `words` into a page. A function of its own, which the browser reads as text. */
export function installWords(): void {
  /** Where words are drawn from: a text, an attribute, or what a field was set to. */
  type Place = { node: Node; what: 'text' | 'placeholder' | 'data-label' | 'value' };
  /** What stands in a place in English, and what was put there. */
  const known = new Map<Node, Partial<Record<Place['what'], { english: string; put: string }>>>();

  function read({ node, what }: Place): string {
    if (what === 'text') return node.nodeValue ?? '';
    if (what === 'value') return (node as HTMLInputElement).value;
    return (node as Element).getAttribute(what) ?? '';
  }

  function write({ node, what }: Place, text: string): void {
    if (what === 'text') node.nodeValue = text;
    else if (what === 'value') (node as HTMLInputElement).value = text;
    else (node as Element).setAttribute(what, text);
  }

  function englishOf(place: Place): string {
    const before = known.get(place.node)?.[place.what];
    const now = read(place);
    // What React has written meanwhile is English again.
    return before?.put === now ? before.english : now;
  }

  function places(): Place[] {
    const found: Place[] = [];
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node; node = nodes.nextNode())
      // A guide is a text of its own, in a language of its own.
      if (!node.parentElement?.closest('script, style, article, [lang]:not(html)')) found.push({ node, what: 'text' });
    for (const what of ['placeholder', 'data-label'] as const)
      for (const node of document.querySelectorAll(`[${what}]`)) found.push({ node, what });
    // What was chosen from a list stands in a field.
    for (const node of document.querySelectorAll('input:is([role="combobox"], [readonly])'))
      found.push({ node, what: 'value' });
    return found.filter((place) => read(place).trim() !== '');
  }

  const isPut = (node: Text) => {
    const one = known.get(node)?.text;
    return one !== undefined && one.put !== one.english && one.put === node.nodeValue;
  };
  /** Words that are seen: not those for readers of screens, or in what is folded. */
  const isSeen = (element: Element) => {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    for (let above: Element | null = element; above && above !== document.body; above = above.parentElement) {
      const { width, height } = above.getBoundingClientRect();
      const { clipPath, display } = getComputedStyle(above);
      if (display !== 'contents' && (clipPath !== 'none' || width <= 1 || height <= 1)) return false;
    }
    return true;
  };
  const rectsOf = (node: Node, from = 0, to = node.nodeValue?.length ?? 0) => {
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, to);
    return [...range.getClientRects()].filter(({ width }) => width > 0.5);
  };
  const nameOf = (element: Element) => {
    const kind = element.closest(
      'button, a, [role="tab"], th, td, label, legend, h1, h2, h3, h4, [role="menuitem"], dt, dd, li',
    );
    const one = (some: Element) =>
      some.tagName.toLowerCase() +
      [...some.classList]
        .slice(0, 2)
        .map((each) => `.${each}`)
        .join('');
    return kind && kind !== element ? `${one(kind)} ${one(element)}` : one(element);
  };

  /** The nearest thing above that hides what has no room in it. */
  function isCut(element: Element, rects: readonly DOMRect[]): boolean {
    for (let above: Element | null = element; above && above !== document.body; above = above.parentElement) {
      const { overflowX, overflowY, display } = getComputedStyle(above);
      if (display === 'contents' || display === 'inline') continue;
      if (/auto|scroll/.test(overflowX + overflowY)) return false;
      const box = above.getBoundingClientRect();
      const isIn = (rect: DOMRect) =>
        rect.right > box.left && rect.left < box.right && rect.bottom > box.top && rect.top < box.bottom;
      const hides = (rect: DOMRect) =>
        (/hidden|clip/.test(overflowX) && (rect.right > box.right + 1 || rect.left < box.left - 1)) ||
        (/hidden|clip/.test(overflowY) && rect.bottom > box.bottom + rect.height * 0.3);
      if (rects.some(hides)) return rects.some(isIn);
      if (above.matches('dialog, [popover]')) return false;
    }
    return false;
  }

  /** Beyond the box that it belongs to. */
  function isSpilt(element: Element, rects: readonly DOMRect[]): boolean {
    const boxes = [element.closest('button, [role="tab"], th, td, label, li, [role="menuitem"], .mantine-Badge-root')];
    let block: Element | null = element;
    while (block && /^(inline|contents)$/.test(getComputedStyle(block).display)) block = block.parentElement;
    boxes.push(block);
    return boxes.some((box) => {
      if (!box || getComputedStyle(box).display === 'inline') return false;
      const { left, right, top, bottom } = box.getBoundingClientRect();
      // A sign of a script without spaces may hang beyond the end of its line.
      const room = /^(ja|zh)/.test(document.documentElement.lang) ? 16 : 1;
      return rects.some(
        (rect) =>
          rect.right > right + room ||
          rect.left < left - 1 ||
          rect.bottom > bottom + rect.height * 0.4 ||
          rect.top < top - rect.height * 0.4,
      );
    });
  }

  /** Words that go on in another line without a hyphen; in languages without spaces every line does. */
  function brokenWords(node: Text, rects: readonly DOMRect[]): string[] {
    if (rects.length < 2 || /^(ja|zh|th|ko)/.test(document.documentElement.lang)) return [];
    const broken: string[] = [];
    for (const { 0: token, index: start } of (node.nodeValue ?? '').matchAll(/\S+/g)) {
      // An address breaks anywhere.
      if (/[@_]|\p{L}\.\p{L}/u.test(token)) continue;
      for (const { 0: word, index } of token.matchAll(/[\p{Lu}\p{Ll}\p{M}]{2,}/gu)) {
        const [first, ...others] = rectsOf(node, start + index, start + index + word.length);
        if (first && others.some(({ top }) => top > first.top + first.height / 2)) broken.push(word);
      }
    }
    return broken;
  }

  const canvas = document.createElement('canvas').getContext('2d');
  /** The words of a field have one line. */
  function widerBy(field: HTMLInputElement | HTMLSelectElement, text: string): number {
    const { font, paddingLeft, paddingRight, appearance } = getComputedStyle(field);
    if (!canvas) return 0;
    canvas.font = font;
    // Where none of the fonts that our pages name first is installed, letters are a seventh wider.
    const share = /\p{Lo}/u.test(text) ? 1 : 0.88;
    const arrow = field instanceof HTMLSelectElement && appearance !== 'none' ? 16 : 0;
    const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - arrow;
    return Math.ceil(canvas.measureText(text).width * share - room);
  }

  function fieldFaults(): string[] {
    return [...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')].flatMap((field) => {
      if (!isSeen(field)) return [];
      // On a phone, what was chosen from the browser's own list may be: opened, it shows all.
      if (field instanceof HTMLSelectElement && field.closest('.mantine-Input-wrapper') && innerWidth < 480) return [];
      const value = known.get(field)?.value;
      const shown = value && value.put !== value.english ? field.value : '';
      const text =
        field instanceof HTMLSelectElement
          ? (field.selectedOptions[0]?.text ?? '')
          : shown || (field.value === '' ? field.placeholder : '');
      const more = text ? widerBy(field, text) : 0;
      return more > 1 ? [`cut in a field, by ${more} px: ${nameOf(field)} “${text}”`] : [];
    });
  }

  /** What is in sight of a part that scrolls. */
  function inSight(element: Element, rects: readonly DOMRect[]): DOMRect[] {
    let above: Element | null = element;
    while (above && above !== document.body && !/auto|scroll/.test(getComputedStyle(above).overflow))
      above = above.parentElement;
    const box = above && above !== document.body ? above.getBoundingClientRect() : undefined;
    return rects.filter((rect) => !box || (rect.top >= box.top && rect.bottom <= box.bottom));
  }

  /** What belongs to the same layer: a header that stays and a dialog lie over others rightly. */
  const layerOf = (element: Element) => {
    let above: Element | null = element;
    while (above && /static|relative/.test(getComputedStyle(above).position)) above = above.parentElement;
    return above;
  };

  function overlaps(seen: readonly { element: Element; rects: DOMRect[]; words: string }[]): string[] {
    const layers = new Map<Element | null, { rect: DOMRect; words: string; element: Element }[]>();
    for (const { element, rects, words } of seen) {
      const layer = layerOf(element);
      const list = layers.get(layer) ?? [];
      list.push(...rects.map((rect) => ({ rect, words, element })));
      layers.set(layer, list);
    }
    const found = new Set<string>();
    for (const list of layers.values()) {
      list.sort((a, b) => a.rect.top - b.rect.top);
      list.forEach((one, at) => {
        for (const other of list.slice(at + 1)) {
          if (other.rect.top > one.rect.bottom) break;
          const wide = Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left);
          const high = Math.min(one.rect.bottom, other.rect.bottom) - other.rect.top;
          if (wide > 2 && high > Math.min(one.rect.height, other.rect.height) * 0.5 && one.words !== other.words)
            found.add(`one over another: ${nameOf(one.element)} “${one.words}” and “${other.words}”`);
        }
      });
    }
    return [...found];
  }

  const words: PageWords = {
    english: () => [...new Set(places().map((place) => englishOf(place).trim()))],
    put: (language, pairs) => {
      const others = new Map(pairs);
      document.documentElement.lang = language;
      for (const place of places()) {
        const english = englishOf(place);
        const text = english.trim();
        const other = others.get(text);
        const put = other === undefined ? english : english.replace(text, () => other);
        if (read(place) !== put) write(place, put);
        known.set(place.node, { ...known.get(place.node), [place.what]: { english, put } });
      }
    },
    faults: () => {
      const found: string[] = [];
      const seen: { element: Element; rects: DOMRect[]; words: string }[] = [];
      for (const node of known.keys()) {
        const element = node.parentElement;
        if (!(node instanceof Text) || !node.isConnected || !element || !isPut(node)) continue;
        if (element.closest('option, svg') || !isSeen(element)) continue;
        const text = node.nodeValue?.trim() ?? '';
        const rects = rectsOf(node);
        const where = `${nameOf(element)} “${text}”`;
        if (text.includes('{{')) found.push(`a placeholder: ${where}`);
        if (isCut(element, rects)) found.push(`cut: ${where}`);
        else if (isSpilt(element, rects)) found.push(`beyond its box: ${where}`);
        else seen.push({ element, rects: inSight(element, rects), words: text });
        const broken = brokenWords(node, rects);
        if (broken.length > 0) found.push(`broken: ${broken.join(', ')}: ${where}`);
      }
      return [...new Set([...found, ...fieldFaults(), ...overlaps(seen)])];
    },
  };
  Object.assign(globalThis, { words });
}
