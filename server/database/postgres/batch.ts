import pg from 'pg'

type Message = unknown

/** pg's types leave out the methods that its client calls. */
export type Query = pg.Query & {
  text: string
  name?: string
  handleRowDescription(message: Message): void
  handleDataRow(message: Message): void
  handleCommandComplete(message: Message, connection: pg.Connection): void
  handleReadyForQuery(connection: pg.Connection): void
  handleError(error: Error, connection: pg.Connection): void
}

const CAN_BATCH = [
  'submit',
  'handleRowDescription',
  'handleDataRow',
  'handleCommandComplete',
  'handleReadyForQuery',
  'handleError',
].every((name) => name in pg.Query.prototype)

const waiting = new WeakMap<pg.PoolClient, Query[]>()

/** Queries of the same tick go in one batch, because a system call and a packet cost more than most queries. */
export function sendTogether(client: pg.PoolClient, query: Query): void {
  const others = waiting.get(client)
  if (others) {
    others.push(query)
    return
  }
  const queries = [query]
  waiting.set(client, queries)
  process.nextTick(() => {
    waiting.delete(client)
    if (CAN_BATCH && queries.length > 1) client.query(new Batch(queries))
    else for (const each of queries) client.query(each)
  })
}

/**
 * pg ends each query with a Sync, for which PostgreSQL sends a packet. A batch has one Sync at its end; if a query
 * fails, PostgreSQL skips the rest.
 */
class Batch {
  readonly #queries: Query[]

  constructor(queries: Query[]) {
    this.#queries = queries.map((query) => Object.assign(query, { queryMode: 'extended' }))
  }

  get #current(): Query {
    const [query] = this.#queries
    if (!query) throw new Error('PostgreSQL has sent more results than there were queries')
    return query
  }

  // By these the client remembers that the current query is prepared.
  get name() {
    return this.#current.name
  }

  get text() {
    return this.#current.text
  }

  submit(connection: pg.Connection): void {
    const withoutSync = Object.create(connection, {
      sync: { value: () => {} },
      // Forgotten with the batch, because a skipped query is not prepared.
      submittedNamedStatements: { value: {} },
    })
    connection.stream.cork()
    for (const query of this.#queries) query.submit(withoutSync)
    connection.sync()
    connection.stream.uncork()
  }

  handleRowDescription(message: Message): void {
    this.#current.handleRowDescription(message)
  }

  handleDataRow(message: Message): void {
    this.#current.handleDataRow(message)
  }

  handleCommandComplete(message: Message, connection: pg.Connection): void {
    const query = this.#current
    this.#queries.shift()
    query.handleCommandComplete(message, connection)
    query.handleReadyForQuery(connection)
  }

  handleError(error: Error, connection: pg.Connection): void {
    for (const query of this.#queries) query.handleError(error, connection)
  }

  handleReadyForQuery(): void {}
}
