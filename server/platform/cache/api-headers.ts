/**
 * For answers of the API, which no browser shows as a page: nothing may be loaded from them, and
 * nothing may frame or reinterpret them. Headers that only matter for pages are left out.
 */
export const API_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
}
