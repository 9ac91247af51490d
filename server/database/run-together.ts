/** Over a network this takes one round trip. If a statement fails, the others end before the rollback. */
export async function runTogether(...statements: Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(statements)
  await Promise.all(statements)
}

type Results<Statements> = { [Name in keyof Statements]: Awaited<Statements[Name]> }

/** The same for statements whose results are needed. They are sent in this order. */
export async function runNamed<Statements extends Record<string, Promise<unknown>>>(
  statements: Statements,
): Promise<Results<Statements>> {
  await runTogether(...Object.values(statements))
  const results: Record<string, unknown> = {}
  for (const [name, statement] of Object.entries(statements)) results[name] = await statement
  return results as Results<Statements>
}
