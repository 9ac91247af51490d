/** An overflowing element must be focusable, so that the keyboard can scroll it. */
const widths = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (!(target instanceof HTMLElement)) continue
    if (target.scrollWidth > target.clientWidth) target.tabIndex = 0
    else target.removeAttribute('tabindex')
  }
})

/** Adds what the server's HTML cannot have: buttons, scrollable boxes, new tabs. Returns the clean-up. */
export function enhanceHtml(root: HTMLElement): () => void {
  const boxes = [
    ...Array.from(root.querySelectorAll('pre'), framedCode),
    ...Array.from(root.querySelectorAll('table'), boxedTable),
  ]
  for (const box of boxes) widths.observe(box)
  for (const link of root.querySelectorAll('a')) {
    if (link.origin !== location.origin) link.target = '_blank'
  }
  return () => {
    for (const box of boxes) widths.unobserve(box)
  }
}

function make(tag: string, className: string, ...children: (Node | string)[]): HTMLElement {
  const element = document.createElement(tag)
  element.className = className
  element.append(...children)
  return element
}

function framedCode(pre: HTMLPreElement): HTMLElement {
  if (pre.parentElement?.classList.contains('code-block')) return pre
  const text = make('span', '', 'Copy')
  text.ariaLive = 'polite'
  const button = make('button', 'code-copy', text)
  button.setAttribute('type', 'button')
  const bar = make('div', 'code-bar', make('span', 'code-language', pre.dataset.language ?? ''), button)
  const frame = make('div', 'code-block', bar)
  pre.replaceWith(frame)
  frame.append(pre)
  return pre
}

function boxedTable(table: HTMLTableElement): HTMLElement {
  if (table.parentElement?.classList.contains('table-box')) return table.parentElement
  const box = make('div', 'table-box')
  box.role = 'group'
  box.ariaLabel = 'Table'
  table.replaceWith(box)
  box.append(table)
  return box
}

const CONFIRMED_FOR = 2_000

export async function copyCode(button: HTMLButtonElement): Promise<void> {
  const pre = button.closest('.code-block')?.querySelector('pre')
  const label = button.firstElementChild
  if (!pre || !label) return
  const isCopied = (await writeText(pre.textContent)) || copySelected(pre)
  label.textContent = isCopied ? 'Copied' : "Couldn't copy"
  setTimeout(() => {
    label.textContent = 'Copy'
  }, CONFIRMED_FOR)
}

async function writeText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Only pages loaded over https may write to the clipboard.
    return false
  }
}

/** Deprecated, but works everywhere and leaves the code selected. */
function copySelected(element: Element): boolean {
  getSelection()?.selectAllChildren(element)
  return document.execCommand('copy')
}
