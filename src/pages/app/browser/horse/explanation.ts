/**
 * Shows the explanation of a coat: visible, hidden, carried, health, and sources.
 * Guarantees: shows everything in the answer except rules without effect.
 */
import type { Explanation } from '../../../../operations/result/explain.js'
import type { CitedReference, Note } from '../../../../operations/wording.js'
import type { Words } from '../../texts.js'
import { type Child, h, link } from '../dom.js'
import type { HorseAnswer } from '../worker.js'

export function explanationOf(answer: HorseAnswer, words: Words): readonly Child[] {
  const { explain, notes = [] } = 'explain' in answer ? answer : {}
  if (explain === undefined) return []
  const { visible, hidden, rules, carries, health, reports } = explain
  const fired = rules.filter(({ status }) => status === 'fired')
  const whyOf = (tokens: readonly string[]): readonly string[] => [
    ...new Set(
      fired
        .filter((rule) => rule.tokens.some((token) => tokens.includes(token)))
        .flatMap(({ why }) => why ?? []),
    ),
  ]
  const texts = (some: readonly { readonly text: string }[]): readonly string[] =>
    some.map(({ text }) => text)
  return [
    section(words.say('health'), texts(health), 'health'),
    section(words.say('seen'), [...whyOf(visible), ...texts(reports)], 'seen'),
    section(words.say('hidden'), whyOf(hidden.map(({ token }) => token)), 'hidden'),
    section(words.say('carried'), texts(carries), 'carried'),
    section(words.say('notes'), notes.map(noteText), 'notes'),
    sources(explain, words),
  ]
}

export function viabilityBanner({ viability }: Pick<Explanation, 'viability'>, words: Words): Child {
  if (viability === undefined) return undefined
  return h(
    'p',
    { class: `banner ${viability.status}` },
    h('strong', {}, words.say(viability.status)),
    ' ',
    viability.cause,
  )
}

function section(title: string, texts: readonly string[], kind: string): Child {
  if (texts.length === 0) return undefined
  return h(
    'section',
    { class: `told ${kind}` },
    h('h3', {}, title),
    h(
      'ul',
      {},
      texts.map((text) => h('li', {}, text)),
    ),
  )
}

function noteText({ text }: Note): string {
  return text
}

function sources({ rules, carries, health, reports }: Explanation, words: Words): Child {
  const fired = rules.filter(({ status, tokens }) => status === 'fired' && tokens.length > 0)
  const cited = [...fired, ...carries, ...health, ...reports].flatMap(({ references }) => references)
  const byId = new Map(cited.map((each) => [each.id, each]))
  if (byId.size === 0) return undefined
  return h(
    'details',
    { class: 'fold' },
    h('summary', {}, `${words.say('sources')} (${byId.size})`),
    h(
      'ul',
      { class: 'sources' },
      [...byId.values()].map((each) => h('li', {}, ...source(each))),
    ),
    [...byId.values()].every(({ verified }) => verified)
      ? undefined
      : h('p', { class: 'quiet' }, `† ${words.say('unread')}`),
  )
}

function source({ title, doi, url, verified }: CitedReference): readonly Child[] {
  const href = doi === undefined ? url : `https://doi.org/${doi}`
  return [href === undefined ? title : link({ href, rel: 'noreferrer' }, title), verified ? undefined : ' †']
}
