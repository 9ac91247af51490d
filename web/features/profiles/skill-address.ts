export const skillAddress = (skill: string) => `/profiles?${new URLSearchParams({ skill })}`
