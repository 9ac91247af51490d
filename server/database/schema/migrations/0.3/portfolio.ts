import type { Kysely } from 'kysely'
import type { Engine } from '../../../database.ts'
import { BY_USER, schemaTools } from '../../create-table.ts'

export const name = '039-portfolio'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { id, date, run, create } = schemaTools(db, engine)
  await create(
    'projects',
    BY_USER,
    `user_id ${id} not null, id ${id} not null, position integer not null, name text not null, url text, source text,
      description text, picture text, skills text not null, from_date ${date}, to_date ${date}, html text not null,
      render_version integer not null, mentions text not null, primary key (user_id, id)`,
    '(user_id) references profiles (user_id) on delete cascade',
  )
  await run(
    'create index projects_by_render_version on projects (render_version)',
    `alter table profiles add column show_email text not null default 'nobody'`,
  )
}
