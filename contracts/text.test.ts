import fc from 'fast-check'
import { test } from 'tap'
import { createBody } from './records.ts'
import { assembly, component, project } from './catalogue/index.ts'
import type { Entity } from './entity.ts'
import { parse } from './validation.ts'
import { hasInvisible, isPrintable, manyLines, normalKey, oneLine, wrongCharacter } from './text.ts'

const plain = ['K-1', 'a', ' ', '  ', '\t', '\n', 'é', 'İ', '\r\n', '\x85']
const odd = ['\u2011', '\u00a0', '\u2000', 'e\u0301', 'A\u030a', '\u212b', '\u0344', '\u1100\u1161']
const hidden = ['\u00ad', '\u200b', '\u2060', '\ufeff', '\u202e', '\u2066', '\ufe0f']
const piece = fc.oneof(
  fc.constantFrom(...plain, ...odd, ...hidden),
  fc.string({ unit: 'binary', maxLength: 3 }),
)
const text = fc.array(piece).map((all) => all.join(''))

test('texts are normalized', async (t) => {
  const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
  fc.assert(
    fc.property(text, (input) => {
      const seen = input
        .replace(invisible, '')
        .replace(/[\u2010\u2011]/g, '-')
        .normalize('NFC')
      const line = oneLine(input)
      return (
        line === seen.replace(/[\s\x85]+/g, ' ').trim() &&
        oneLine(line) === line &&
        manyLines(manyLines(input)) === manyLines(input) &&
        oneLine(manyLines(input)) === line &&
        hasInvisible(input) === input.trim().search(invisible) >= 0
      )
    }),
    { numRuns: 1_000 },
  )
  t.equal(oneLine(' Bla\u030aba\u0301r\u200b \u00a0 M8\n\u202e '), 'Blåbár M8')
  t.equal(manyLines('a \u00a0b\r\n\tc\u2028d\u00ad '), 'a  b\n\tc\nd')
  t.equal(normalKey('A\u030a-1\u200b '), 'å-1')
  t.equal(oneLine('K\u2011Å\u20101 – 2'), 'K-Å-1 – 2')
  t.equal(manyLines('K\u2011Å1'), 'K-Å1')
})

test('exactly the characters that Unicode calls invisible are removed', async (t) => {
  const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u
  const differing: number[] = []
  for (let code = 0xa0; code <= 0x10ffff; code++) {
    const sign = String.fromCodePoint(code)
    if (hasInvisible(`a${sign}a`) !== invisible.test(sign)) differing.push(code)
  }
  t.same(differing, [])
})

test('control characters are refused', async (t) => {
  for (const sign of ['\0', '\x07', '\x1b', '\x7f', '\x9b']) t.equal(isPrintable(`a${sign}`), false)
  t.ok(isPrintable('æ\n\t😀'))
})

const parsedBy = (entity: Entity, body: object) => {
  const parsed = parse(createBody(entity), body)
  return parsed.ok ? (parsed.value as Record<string, unknown>) : parsed.errors
}

test('stored texts are normalized, and only multiline texts keep line breaks', async (t) => {
  t.match(
    parsedBy(component, { description: 'Skrue\n M8\u200b', tags: ['a\u00ad', 'a', '\u200b'] }),
    {
      description: 'Skrue M8',
      tags: ['a'],
    },
  )
  t.match(parsedBy(assembly, { name: 'Linje\t1', description: 'En\r\nto' }), {
    name: 'Linje 1',
    description: 'En\nto',
  })
  t.same(parsedBy(project, { projectNumber: '\u200b', monitor1: 'Kari' }), [
    { path: 'projectNumber', message: 'Dette feltet er påkrevd' },
  ])
  t.same(parsedBy(component, { description: 'a\x07', notes: 'b\x1b' }), [
    { path: 'description', message: wrongCharacter },
    { path: 'notes', message: wrongCharacter },
  ])
})
