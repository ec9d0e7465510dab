/** Says why the herd is not stored, or why a file was refused. */
import type { HerdFault } from '../../form/herd/herd-file.js'
import type { Page } from '../page.js'
import type { StorageFault } from './herd-store.js'

export function storageFaultText({ words }: Page, fault: StorageFault): string {
  return words.say(fault === 'full' ? 'storageFull' : 'storageUnavailable')
}

/** The fault, behind its place. */
export function faultOfFile({ words }: Page, { text, values, animal, name, field }: HerdFault): string {
  const what = words.say(text, values)
  if (animal === undefined) return what
  const who = words.say(name === undefined ? 'animalNumber' : 'animalNumberNamed', {
    number: animal,
    name: name ?? '',
  })
  return words.say('atPlace', { place: field === undefined ? who : `${who}, ${field}`, what })
}
