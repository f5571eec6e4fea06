interface Going<Item, Result> {
  item: Item;
  settle(done: Promise<Result>): void;
}

/** Those that go together at the most. */
const MOST = 8;
/** So many must wait for another to set out beside so many that are on their way: PostgreSQL is never without work. */
const NEEDED = [1, 3];
/** One that is not back by then waits for something (a row that another transaction holds): others go ahead. */
const PATIENCE_MS = 30;

/**
 * Lines before the database, each of pieces of work that can be done together: while one is on its way, those that come
 * meanwhile become the next. Whoever is alone waits for nobody.
 */
export class Lines<Item, Result> {
  readonly #send: (items: Item[]) => Promise<Result>[];
  readonly #lines = new Map<string, { waiting: Going<Item, Result>[]; onTheirWay: number }>();

  /** `send` does the work of those that go together, and promises a result for each of them. */
  constructor(send: (items: Item[]) => Promise<Result>[]) {
    this.#send = send;
  }

  /** Puts work into the line of its kind. */
  add(kind: string, item: Item): Promise<Result> {
    return new Promise((settle) => {
      const line = this.#lines.get(kind) ?? { waiting: [], onTheirWay: 0 };
      this.#lines.set(kind, line);
      line.waiting.push({ item, settle });
      this.#next(kind);
    });
  }

  #next(kind: string): void {
    const line = this.#lines.get(kind);
    if (!line) return;
    if (line.waiting.length === 0 && line.onTheirWay === 0) this.#lines.delete(kind);
    if (line.waiting.length < (NEEDED[line.onTheirWay] ?? Number.POSITIVE_INFINITY)) return;
    const going = line.waiting.splice(0, MOST);
    const sent = this.#send(going.map(({ item }) => item));
    for (const [n, { settle }] of going.entries()) settle(sent[n] as Promise<Result>);
    line.onTheirWay += 1;
    let isOver = false;
    const over = () => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      line.onTheirWay -= 1;
      this.#next(kind);
    };
    const timer = setTimeout(over, PATIENCE_MS);
    void Promise.allSettled(sent).then(over);
  }
}
