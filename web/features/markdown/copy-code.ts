const CONFIRMED_FOR = 2_000

/** The button announces the confirmation. */
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
