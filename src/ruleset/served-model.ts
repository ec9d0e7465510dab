/**
 * The model as requests need it, without what only its making and the authors' tools read: examples, whole horses, and
 * locale files, whose words are lexicons by now.
 * Guarantees: every answer is the same; what was one object is one object still; the model given is left as it is.
 * It is a quarter less to be read by a start, handed over by a thread and kept by a process.
 */
import type { Model } from '../model/model.js'

export function servedModel(model: Model): Model {
  const { source } = model
  const byTable = new Map(source.tables.map((table) => [table, { ...table, examples: [] }]))
  const byLocus = new Map(source.loci.map((locus) => [locus, { ...locus, examples: [] }]))
  const loci = model.loci.map((locus) => ({ ...locus, source: byLocus.get(locus.source) ?? locus.source }))
  return {
    ...model,
    loci,
    groups: model.groups.map((group) => ({
      ...group,
      loci: group.loci.map((locus) => loci[locus.index] ?? locus),
    })),
    tables: model.tables.map((table) => ({ ...table, source: byTable.get(table.source) ?? table.source })),
    source: {
      ...source,
      loci: [...byLocus.values()],
      tables: [...byTable.values()],
      linkage: source.linkage.map((table) => ({ ...table, examples: [] })),
      locales: [],
      horses: [],
    },
  }
}
