export const addressOfSkill = (skill: string) => `/profiles?${new URLSearchParams({ skill })}`
