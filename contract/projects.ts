import { type Static, Type } from 'typebox'
import { Id } from './accounts.ts'
import { calendarDate, optionalProse, optionalSkillList, requiredLine } from './fields/fields.ts'
import { type Field, type FormValue, form } from './fields/form.ts'
import { link } from './fields/link-fields.ts'
import { CalendarDate, endsAfterItBegins, OptionalText } from './fields/periods.ts'
import { MAX_PROJECTS } from './limits.ts'
import { OptionalHtml } from './markdown.ts'
import { optionalPicture } from './pictures.ts'

export const NewProject = form(
  {
    name: requiredLine('Name'),
    url: link('Url'),
    source: link('Source'),
    description: optionalProse('Description'),
    picture: optionalPicture('Picture'),
    skills: optionalSkillList('Skills'),
    from: calendarDate('From date'),
    to: calendarDate('To date'),
  },
  endsAfterItBegins,
)
export type NewProject = FormValue<typeof NewProject>

export const Project = Type.Object({
  _id: Id,
  name: Type.String(),
  url: OptionalText,
  source: OptionalText,
  description: OptionalText,
  html: OptionalHtml,
  picture: OptionalText,
  skills: Type.Array(Type.String()),
  from: CalendarDate,
  to: CalendarDate,
})
export type Project = Static<typeof Project>

function idList(label: string): Field<string[]> {
  return {
    schema: Type.Array(Type.String({ format: 'uuid' }), { maxItems: MAX_PROJECTS }),
    required: true,
    read(input) {
      const isList = Array.isArray(input) && input.every((id) => typeof id === 'string')
      return isList && input.length <= MAX_PROJECTS
        ? { value: input }
        : { msg: `${label} must be a list of ids` }
    },
  }
}

export const ProjectOrder = form({ ids: idList('Ids') })
export type ProjectOrder = FormValue<typeof ProjectOrder>
