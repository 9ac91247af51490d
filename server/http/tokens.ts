const BEARER = /^bearer +(\S+)$/i

/** The token that came with a request: in our own header, or else as a bearer token, which every tool can send. */
export function tokenOf(header: string | undefined, authorization: string | undefined): string | undefined {
  return header || (authorization && BEARER.exec(authorization)?.[1]) || undefined
}

/** The same of headers as Node has read them; it joins what is sent twice into one text. */
export function tokenIn(headers: NodeJS.Dict<string | string[]>): string | undefined {
  const header = headers['x-auth-token']
  return tokenOf(header && String(header), headers.authorization as string | undefined)
}
