/** Where the developers with a skill are listed. */
export const addressOfSkill = (skill: string) => `/profiles?${new URLSearchParams({ skill })}`
