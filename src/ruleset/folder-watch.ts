/**
 * Notices that rule files have changed and then stood still, by looking at names, sizes and times of change.
 * Guarantees: any way of saving is seen (written in place, renamed over, a whole folder or link replaced), on any file
 * system; nothing is reported while files are still being written; keeps no process alive.
 * Looking is preferred to the system's notices of change, which stay with a folder that was moved away and never come from
 * mounted volumes; it costs a millisecond.
 */
import { stampOf } from '../rules/source.js'

const CHECK_EVERY_MS = 200

/**
 * @param since the stamp of the files that are known, so that no change between reading and watching is lost
 * @returns ends the watch
 */
export function watchFolders(
  rulesDir: string,
  localesDir: string,
  since: string,
  onSettled: () => void,
): () => void {
  let reported = since
  let seen = since
  const check = (): void => {
    const now = stampOf(rulesDir, localesDir)
    const stands = now === seen
    seen = now
    if (!stands || now === reported) return
    reported = now
    onSettled()
  }
  const timer = setInterval(check, CHECK_EVERY_MS).unref()
  return () => clearInterval(timer)
}
