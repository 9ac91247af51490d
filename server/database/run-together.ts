/**
 * Waits for statements of a transaction that do not need each other's results. Over a network they take one round trip.
 * If one fails, the others end before the transaction is rolled back.
 */
export async function runTogether<Results extends readonly unknown[]>(
  ...statements: { [Index in keyof Results]: Promise<Results[Index]> }
): Promise<Results> {
  await Promise.allSettled(statements)
  return (await Promise.all(statements)) as unknown as Results
}
