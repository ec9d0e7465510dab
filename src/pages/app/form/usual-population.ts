/** The assumption about untested genes, unless the reader chooses another. */
import type { GenesAnswer } from '../../../operations/genes/genes.js'
import { NONE } from './relatives.js'

/** An assumption that needs no figures, if the rules have one. */
export function usualPopulation(populations: GenesAnswer['populations']): string {
  const usual = populations.find((each) => each.others === 'absent' && !('extends' in each)) ?? populations[0]
  return usual?.population ?? NONE
}
