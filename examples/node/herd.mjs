/** Names the coat of each horse of a table, and tells for each pair the chance of a palomino foal. */
import { readFileSync } from 'node:fs'
import { ContractError, openRobe } from 'robe/node'

const robe = openRobe()
const [head, ...rows] = readFileSync(new URL('herd.csv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split(','))
const herd = rows.map((cells) => Object.fromEntries(cells.map((cell, column) => [head[column], cell])))

/** The fields of `POST /coats/result`. */
function genesOf({ extension, agouti, ...others }) {
  const pair = (text) => text.split('/')
  return {
    base: { extension: pair(extension), agouti: pair(agouti) },
    others: { matp: pair(others.matp), kit: pair(others.kit) },
  }
}

for (const horse of herd) {
  try {
    console.log(`${horse.name}: ${robe.result({ ...genesOf(horse), lang: 'en' }).translate}`)
  } catch (error) {
    if (!(error instanceof ContractError)) throw error
    console.error(`${horse.name}: ${error.message}`)
  }
}

for (const dam of herd.filter(({ sex }) => sex === 'f'))
  for (const sire of herd.filter(({ sex }) => sex === 'm')) {
    const question = { mother: genesOf(dam), father: genesOf(sire), group_by: 'coat', lang: 'en' }
    const { results } = robe.offspring(question)
    const palomino = results.find(({ coat }) => coat === 'Palomino')
    if (palomino !== undefined) console.log(`${dam.name} × ${sire.name}: palomino ${palomino.percentage} %`)
  }
