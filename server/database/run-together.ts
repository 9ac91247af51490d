/** Over a network this takes one round trip. If a statement fails, the others end before the rollback. */
export async function runTogether<Results extends readonly unknown[]>(
  ...statements: { [Index in keyof Results]: Promise<Results[Index]> }
): Promise<Results> {
  await Promise.allSettled(statements)
  return (await Promise.all(statements)) as unknown as Results
}
