import { test } from 'tap'
import type { NumberMatch } from '#contracts/search-answers.ts'
import { commandOf, isFault, planRows, type Row } from './plan.ts'
import { convertedQuantity, quantityFault, quantityIn } from './quantity.ts'
import { readingsOf } from './read-rows.ts'
import { tableIn } from './table.ts'

const rowsIn = (text: string) => readingsOf(tableIn(text))[0]!.rows
const notRead = (text: string) => readingsOf(tableIn(text))[0]!.left
const read = (text: string) =>
  rowsIn(text).map(({ level, number, quantity, notes }) => [level, number, quantity, notes])

test('rows are read with or without headings, names and levels', async (t) => {
  t.same(read('K-1\t4\tforan\nK-2\t2,0\t\n\n'), [
    [1, 'K-1', '4', 'foran'],
    [1, 'K-2', '2,0', ''],
  ])
  t.same(read('K-1'), [[1, 'K-1', '', '']])
  t.same(read('12345\tSkrue\t8\tlåst\n12346\tMutter\t4 stk\t'), [
    [1, '12345', '8', 'låst'],
    [1, '12346', '4 stk', ''],
  ])
  t.same(read('Antall;Merknad;Art.nr;Beskrivelse\n3;"to\nlinjer";K-1;Skrue\n1;;;Ramme'), [
    [1, 'K-1', '3', 'to\nlinjer'],
    [1, 'Ramme', '1', ''],
  ])
  t.same(read('0\tLinje\t1\n1\tRamme\t2\n2\tK-1\t8\n1\tK-2\t1'), [
    [1, 'Ramme', '2', ''],
    [2, 'K-1', '8', ''],
    [1, 'K-2', '1', ''],
  ])
  t.same(
    read('Pos\tNivå\tVarenr\tAntall\n1\t1\tA\t1\n2\t1.1\tB\t2').map(([level]) => level),
    [1, 2],
  )
})

test('without headings the quantity may come first', async (t) => {
  t.same(read('2\tK-1\n14\t10001'), [
    [1, 'K-1', '2', ''],
    [1, '10001', '14', ''],
  ])
  t.same(read('4 stk;K-1;foran'), [[1, 'K-1', '4 stk', 'foran']])
  t.same(read('2\tm\tK-1\tKabel\tlang'), [[1, 'K-1', '2 m', 'lang']])
  t.same(read('12345\tSkrue'), [[1, '12345', '', 'Skrue']], 'more than a quantity')
  t.same(read('007\tSkrue'), [[1, '007', '', 'Skrue']])
  t.same(read('12\tSkrue\t8'), [[1, '12', '8', '']], 'there is a column of quantities')
  t.same(
    read('1\tK-1\tforan\n2\tK-2\tbak').map(([level]) => level),
    [1, 2],
    'levels',
  )
  t.same(read('12\t3'), [[1, '12', '3', '']])
  const [, other] = readingsOf(tableIn('12\t3'))
  t.match(other?.rows, [{ number: '3', quantity: '12' }], 'if 12 is no part, and 3 is')
})

test('quantities are read as staff write them, and must be whole', async (t) => {
  t.same(
    ['', '2', '2,0', '1 200', '1.200', '4 stk', '3x', '2,5', '0', '-1', 'mange'].map((text) =>
      quantityIn(text),
    ),
    [1, 2, 2, 1_200, 1_200, 4, 3, null, null, null, null],
  )
  t.equal(quantityIn('1,7 m', 'cm'), 170)
  t.equal(convertedQuantity('1,7 m', 'cm'), '170 cm')
  t.equal(convertedQuantity('4 pcs', 'stk'), null)
  t.equal(quantityFault('2 m', 'stk'), 'Delen telles i stk: m kan ikke regnes om')
  t.match(quantityFault('1,7 m', 'm'), /helt tall .* m$/)
  t.match(quantityFault('#N/A', 'stk'), /helt tall/)
  t.match(quantityFault('to', 'stk'), /helt tall/)
  const read = (text: string) => rowsIn(text).map(({ quantity, notes }) => [quantity, notes])
  t.same(read('Nr\tVarenr\tAntall\tEnhet\n1\tA\t2\tm\n2\tB\t\tstk'), [
    ['2 m', ''],
    ['', ''],
  ])
  t.same(read('A\t2\tm\tkabel\nB\t4\tStk.\t'), [
    ['2 m', 'kabel'],
    ['4 Stk.', ''],
  ])
})

test('a quotation mark that nobody closes takes no rows with it', async (t) => {
  t.same(read('K-1\t"M8" skrue\t2\nK-2\t"M6 skrue\t3\nK-4\t1/2"\t1'), [
    [1, 'K-1', '2', ''],
    [1, 'K-2', '3', ''],
    [1, 'K-4', '1', ''],
  ])
})

test('the separator is the one that shows the headings, or that every row has', async (t) => {
  const ofPrices =
    'Nivå;Art.nr;Antall;Neste kostpris\n1;K-1;2;"1,5 NOK, fra"\n1;K-2;1;\n1;K-3;3;2,5'
  t.same(
    read(ofPrices).map(([, number]) => number),
    ['K-1', 'K-2', 'K-3'],
  )
  t.same(read('K-1;2,0\nK-2;3,0'), [
    [1, 'K-1', '2,0', ''],
    [1, 'K-2', '3,0', ''],
  ])
  t.same(read('Art.nr;Antall;Merknad\nK-1;2;"a\tb"'), [[1, 'K-1', '2', 'a\tb']])
})

test('texts are read back as a downloaded stykkliste has them', async (t) => {
  t.same(read('Art.nr;Antall;Merknad\n\'-5;2;\'= 3 hull\n"=""0012""";1;\'x'), [
    [1, '-5', '2', '= 3 hull'],
    [1, '0012', '1', "'x"],
  ])
})

test('headings may have letters composed of two characters', async (t) => {
  const text = 'Nivå\tArt.nr\tAntall\tMåleenhet\n1\tK-1\t2\tm'.normalize('NFD')
  t.same(read(text), [[1, 'K-1', '2 m', '']])
})

test('what is not read is named', async (t) => {
  const left = (text: string) => notRead(text)
  t.same(left('K-1\t4'), [])
  t.same(left('Art.nr\tAntall\tFarge\tMerknad\t \nK-1\t4\trød\t\t'), [
    'Kolonner som ikke leses: Farge',
  ])
  t.same(left('Art.nr\tAntall pr. bord\nK-1\t4'), [
    'Kolonner som ikke leses: Antall pr. bord',
    'Ingen kolonne har antall: hver linje får 1',
  ])
  t.same(left('Art.nr\tAntall\nK-1\t4\n\t7\n\n\t1'), [
    'Uten nummer og beskrivelse, og ikke tatt med: linje 3 og 5',
  ])
  t.same(left('Nivå\tArt.nr\tAntall\nA\tK-1\t4\n\tK-2\t4\n#N/A\tK-2\t4'), [
    'Nivået kan ikke leses, og er satt til 1: linje 2 og 4',
  ])
})

test('an exported flat list is no tree, and is refused by name unless all of it is on one level', async (t) => {
  const flat = (...lines: string[]) =>
    ['Type;Id;Beskrivelse;ITO art.nr;Antall;Enhet;Nivå;Merknad', ...lines].join('\n')
  const deep = flat('Komponent;3;Skrue;K-3;8;stk;2;', 'Sammenstilling;2;Ramme;;1;;1;')
  t.same(rowsIn(deep), [])
  t.match(notRead(deep), [/^Dette er en eksplodert stykkliste/])
  t.match(rowsIn(flat('Komponent;3;Skrue;K-3;8;stk;1;')), [{ number: 'K-3', level: 1 }])
  const tree =
    'Nivå;Type;Id;ITO art.nr;Antall;Antall totalt\n1;Komponent;3;K-3;8;8\n2;Motor;4;K-4;1;8'
  t.same(
    read(tree).map(([level]) => level),
    [1, 2],
  )
})

const match = (entity: NumberMatch['entity'], id: number): NumberMatch => ({
  entity,
  id,
  title: `Nr. ${id}`,
  number: null,
  supplier: null,
  unit: 'stk',
})
const rows = (text: string, known: Record<string, NumberMatch[]>): Row[] =>
  rowsIn(text).map((row, key) => ({
    ...row,
    key,
    matches: known[row.number] ?? [],
    chosen: null,
  }))

test('levels create new assemblies once each, subassemblies first', async (t) => {
  const known = {
    S: [match('componenttypes', 1)],
    M: [match('motortypes', 1)],
    Ferdig: [match('assemblytypes', 7)],
  }
  const text =
    '1\tVogn\t2\n2\tRamme\t3\n3\tS\t8\n3\tS\t1\n2\tM\t1\n1\tFerdig\t1\n2\tS\t4\n1\tRamme\t1\n2\tS\t9'
  const planned = planRows(rows(text, known))
  t.same(
    planned.map(({ is }) => is),
    ['new', 'new', 'found', 'found', 'found', 'found', 'included', 'new', 'found'],
  )
  t.notOk(planned.some(isFault))
  const { made, lines } = commandOf(planned, 0, 10)
  t.match(made, [
    { name: 'Ramme', lines: [{ kind: 'component', itemId: 1, quantity: 9 }] },
    {
      name: 'Vogn',
      lines: [
        { kind: 'subassembly', made: 0, quantity: 3 },
        { kind: 'motor', itemId: 1, sortOrder: 20 },
      ],
    },
  ])
  t.match(lines, [
    { kind: 'subassembly', made: 1, quantity: 2, sortOrder: 10 },
    { kind: 'subassembly', itemId: 7, quantity: 1 },
    { kind: 'subassembly', made: 0, quantity: 1 },
  ])
  t.equal(made.length, 2)
  const { file, lines: ofFile } = commandOf(planned, 0, 10, 'linje.csv')
  t.match([file, ofFile.map(({ row }) => row)], ['linje.csv', [1, 6, 8]])
})

test('a repeated new assembly may have no contents or the same, but not others', async (t) => {
  const known = { S: [match('componenttypes', 1)] }
  const text = '1\tHjul\t1\n2\tS\t36\n1\tHjul\t2\n1\tHjul\t1\n2\tS\t32'
  const given = planRows(rows(text, known))
  t.same(
    given.map((one) => [one.is, isFault(one)]),
    [
      ['new', false],
      ['found', false],
      ['new', false],
      ['conflicting', true],
      ['found', false],
    ],
  )
  const { made, lines } = commandOf(given.slice(0, 3), 0, 10)
  t.match([made.length, lines.length, lines[0]?.quantity], [1, 1, 3])
})

test('an unknown or ambiguous number or an invalid quantity is a fault until corrected', async (t) => {
  const known = { A: [match('componenttypes', 1), match('motortypes', 2)] }
  const given = rows('A\t1\nB\t1\nA\t2,5', known)
  t.same(
    planRows(given).map((one) => [one.is, isFault(one)]),
    [
      ['ambiguous', true],
      ['unknown', true],
      ['ambiguous', true],
    ],
  )
  const corrected = given.map((row) => ({
    ...row,
    quantity: '2',
    chosen: row.matches?.[1] ?? ('new' as const),
  }))
  t.notOk(planRows(corrected).some(isFault))
})
