import hljs from 'highlight.js/lib/common'
import dockerfile from 'highlight.js/lib/languages/dockerfile'
import nginx from 'highlight.js/lib/languages/nginx'
import powershell from 'highlight.js/lib/languages/powershell'

hljs.registerLanguage('dockerfile', dockerfile)
hljs.registerLanguage('nginx', nginx)
hljs.registerLanguage('powershell', powershell)

const NAME = /^[\w+#.-]{1,30}$/

export type Language = { name: string; label: string; canHighlight: boolean }

export function languageOf(info: string): Language | undefined {
  const name =
    info
      .trim()
      .split(/[\s{,:]/, 1)[0]
      ?.toLowerCase() ?? ''
  if (!NAME.test(name)) return undefined
  const language = hljs.getLanguage(name)
  return { name, label: language?.name ?? name, canHighlight: language !== undefined && name !== 'plaintext' }
}

export function highlight(code: string, { name }: Language): string {
  return hljs.highlight(code, { language: name, ignoreIllegals: true }).value
}
