const BEARER = /^bearer +(\S+)$/i

/** The token of a request: from x-auth-token, or else a bearer token, which every tool can send. */
export function tokenOf(header: string | undefined, authorization: string | undefined): string | undefined {
  return header || (authorization && BEARER.exec(authorization)?.[1]) || undefined
}

/** The same for Node's parsed headers, which join repeated ones. */
export function tokenIn(headers: NodeJS.Dict<string | string[]>): string | undefined {
  const header = headers['x-auth-token']
  return tokenOf(header && String(header), headers.authorization as string | undefined)
}
