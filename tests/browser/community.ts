import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { SiteChanges } from '../../contract/site.ts'
import { type BuiltServer, startServer } from '../../test-support/built-server.ts'
import { freePort } from '../../test-support/free-port.ts'
import { Member } from './members.ts'

const ADMIN_SCRIPT = join(import.meta.dirname, '../../scripts/admin.ts')

export class Community {
  readonly base: string
  readonly admin: Member
  readonly #server: BuiltServer
  readonly #folder: string

  private constructor(server: BuiltServer, folder: string, admin: Member) {
    this.base = server.base
    this.admin = admin
    this.#server = server
    this.#folder = folder
  }

  static async start(settings: (base: string) => Record<string, string> = () => ({})): Promise<Community> {
    const folder = mkdtempSync(join(tmpdir(), 'devconnector-browser-'))
    const DATABASE_URL = `sqlite:${join(folder, 'community.db')}`
    const port = await freePort()
    const server = await startServer({
      DATABASE_URL,
      PORT: String(port),
      AVATAR_URL: `${process.env.FAKE_CODE_HOST}/avatar`,
      ...settings(`http://127.0.0.1:${port}`),
    })
    const admin = await new Member(server.base, 'Ada Admin').register()
    const env = { ...process.env, DATABASE_URL }
    const command = spawnSync(process.execPath, [ADMIN_SCRIPT, admin.email], { env, encoding: 'utf8' })
    if (command.status !== 0) throw new Error(command.stderr)
    return new Community(server, folder, admin)
  }

  member(name: string): Promise<Member> {
    return new Member(this.base, name).register()
  }

  change(site: SiteChanges): Promise<unknown> {
    return this.admin.send('PUT', '/api/admin/site', site)
  }

  async open(page: Page, path: string, as?: Member): Promise<void> {
    if (as) await as.open(page, path, this.base)
    else await page.goto(this.base + path)
  }

  async stop(): Promise<void> {
    await this.#server.stop()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
