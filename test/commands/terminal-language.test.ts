/**
 * In which language a person at a terminal is answered, and that programs are not answered in it.
 */
import t from 'tap'
import { terminalLanguage } from '../../src/cli/terminal.js'
import { robe } from './run.js'

const LANGUAGES = ['xx', 'yy', 'yy-A']

t.test('the first variable that is set decides, in the order of POSIX', async (t) => {
  for (const [environment, language] of [
    [{ LC_ALL: 'xx_XX.UTF-8', LC_MESSAGES: 'yy', LANG: 'yy' }, 'xx'],
    [{ LC_ALL: '', LC_MESSAGES: 'xx', LANG: 'yy' }, 'xx'],
    [{ LC_ALL: '', LC_MESSAGES: '', LANG: 'xx' }, 'xx'],
    [{ LC_ALL: 'zz_ZZ.UTF-8', LANG: 'xx' }, undefined],
    [{ LC_ALL: 'C', LANG: 'xx' }, undefined],
    [{ LC_TIME: 'xx', LANGUAGE: 'xx' }, undefined],
    [{}, undefined],
  ] as const)
    t.equal(terminalLanguage(environment, LANGUAGES), language, JSON.stringify(environment))
})

t.test(
  'a locale is looked up as a lang is, without its encoding and its variant; none is a fault',
  async (t) => {
    for (const [LANG, language] of [
      ['xx', 'xx'],
      ['XX_YY', 'xx'],
      ['yy_a.UTF-8', 'yy-A'],
      ['yy_B.ISO-8859-15@euro', 'yy'],
      ['yy@latin', 'yy'],
      ['C', undefined],
      ['C.UTF-8', undefined],
      ['POSIX', undefined],
      ['/usr/share/locale/xx', undefined],
      ['.', undefined],
      ['xx:yy', undefined],
    ] as const)
      t.equal(terminalLanguage({ LANG }, LANGUAGES), language, LANG)
  },
)

const HORSE = 'extension=E/e agouti=A/a matp=Cr/n'

/** A smaller rule set, for commands that compile it: it speaks English before French. */
const CATS = { RULES_DIR: 'examples/cat/rules', LOCALES_DIR: 'examples/cat/locales' }
const CAT = 'orange=o/o agouti=a/a'

type Settings = Readonly<Record<string, string>>

/** What a command prints in a terminal with these variables, and none of them from this one. */
async function printed(words: readonly string[], settings: Settings): Promise<string> {
  for (const name of ['LC_ALL', 'LC_MESSAGES', 'LANG', 'DEFAULT_LANG', 'RULES_DIR', 'LOCALES_DIR'])
    process.env[name] = settings[name] ?? ''
  const { code, out, err } = await robe('none', ...words)
  if (code !== 0) throw new Error(`${words.join(' ')}: ${code} ${err}`)
  return out
}

t.test('robe coat answers in the language of the terminal, unless --lang names another', async (t) => {
  const english = { LC_ALL: 'en_GB.UTF-8', LANG: 'fr_FR.UTF-8' }
  t.equal(await printed(['coat', HORSE], english), 'Buckskin\n')
  t.equal(await printed(['coat', HORSE, '--lang', 'fr'], english), 'Isabelle\n')
  t.equal(await printed(['coat', HORSE], { DEFAULT_LANG: 'fr', LANG: 'en' }), 'Buckskin\n')
})

t.test('where the terminal names no language that the rules have, the default answers', async (t) => {
  t.equal(await printed(['coat', HORSE], { LANG: 'C.UTF-8' }), 'Isabelle\n')
  t.equal(await printed(['coat', HORSE], { LANG: 'tlh_XX', DEFAULT_LANG: 'en' }), 'Buckskin\n')
})

t.test('so do the other commands that print names and words', async (t) => {
  const settings = { LANG: 'en_US.UTF-8' }
  const cross = ['cross', '--mother', HORSE, '--father', 'extension=e/e agouti=a/a', '--group-by', 'coat']
  t.match(await printed(cross, settings), /%  Buckskin /)
  const why = 'Sans O, le pelage garde son pigment foncé'
  const french = { ...CATS, LANG: 'fr_FR.UTF-8' }
  t.match(await printed(['rules', 'explain', CAT], french), why)
  t.notMatch(await printed(['rules', 'explain', CAT, '--lang', 'EN'], french), why)
  t.equal(
    await printed(['rules', 'catalogue'], french),
    await printed(['rules', 'catalogue', '--lang', 'fr'], CATS),
  )
})

t.test('what programs read does not change with the terminal', async (t) => {
  const read = async (words: readonly string[], settings: Settings): Promise<object> =>
    JSON.parse(await printed([...words, '--json'], settings)) as object
  const english = { LANG: 'en_US.UTF-8' }
  t.match(await read(['coat', HORSE], english), { translate: 'Isabelle' })
  t.match(await read(['coat', HORSE, '--lang', 'en_US'], {}), { translate: 'Buckskin' })
  const explained = ['rules', 'explain', CAT]
  t.same(await read(explained, { ...CATS, LANG: 'fr_FR.UTF-8' }), await read(explained, CATS))
})

t.test('help names the variables', async (t) => {
  for (const words of [['coat'], ['cross'], ['rules', 'explain'], ['rules', 'catalogue']])
    t.match(await printed([...words, '--help'], {}), /LC_ALL,\s+LC_MESSAGES,\s+LANG/, words.join(' '))
})
