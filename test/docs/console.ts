/**
 * `console` blocks of a page: commands after `$ `, each with what it prints.
 * Guarantees: `…` alone on a line stands for any lines, inside a line for any text; everything else must be there as it
 * is shown, and nothing else.
 */

export interface Session {
  /** Without the prompt. */
  readonly command: string
  readonly shown: string
}

export function sessionsOf(block: string): readonly Session[] {
  return block
    .split(/^\$ /m)
    .filter((session) => session !== '')
    .map((session) => {
      const end = session.indexOf('\n')
      return { command: session.slice(0, end), shown: session.slice(end + 1) }
    })
}

export function consoleBlock(sessions: readonly Session[]): string {
  return sessions.map(({ command, shown }) => `$ ${command}\n${shown}`).join('')
}

export function isShownAs(printed: string, shown: string): boolean {
  return pattern(shown, escaped).test(printed)
}

/**
 * What should be shown of this output: the same lines with the numbers of now; all of it where the words themselves
 * have changed, for an author to cut.
 */
export function refreshed(printed: string, shown: string): string {
  if (isShownAs(printed, shown)) return shown
  const found = pattern(shown, (text) => text.split(NUMBER).map(escaped).join(`(${NUMBER.source})`)).exec(
    printed,
  )
  if (found === null) return printed
  const numbers = found.slice(1)
  return shown.replaceAll(new RegExp(NUMBER, 'g'), () => numbers.shift() ?? '')
}

const NUMBER = /\d[\d,.]*(?<=\d)/

function pattern(shown: string, worded: (text: string) => string): RegExp {
  const lines = shown.split(/^…\n/m).map((part) => part.split('…').map(worded).join('[^\\n]*'))
  return new RegExp(`^${lines.join('(?:.*\\n)*')}$`)
}

/** Columns may stand further apart than on the page. */
function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/ {2,}/g, ' +')
}

/** The words of a command line, which may stand in quotes. */
export function wordsOf(command: string): readonly string[] {
  return [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    (found) => found.slice(1).find((word) => word !== undefined) ?? '',
  )
}
