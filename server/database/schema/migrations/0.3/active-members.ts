import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../../database.ts'

export const name = '041-active-members'

/** Fails by itself, so that a transaction can send it together with its commit. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine !== 'postgres') return
  await sql`create function require_active(member uuid) returns void language plpgsql as $$
    begin
      perform pg_advisory_xact_lock_shared(hashtextextended('writes:' || member, 0));
      perform from users where id = member and suspended_until is null;
      if not found then
        raise exception 'The account is suspended or deleted' using errcode = 'DC401';
      end if;
    end $$`.execute(db)
}
