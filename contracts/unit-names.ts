// One row per dimension: names of a unit, as `normalUnit` returns them, and its size in the smallest unit.
// Includes the codes of UN/ECE Recommendation 20, which NELFO files use.
const tables: readonly (readonly (readonly [names: string, size: bigint])[])[] = [
  [['stk st stykk stykke stykker styk stck stück pc pcs pce piece pieces each ea c62 h87', 1n]],
  [
    ['mm millimeter millimetre mmt', 1n],
    ['cm centimeter centimetre cmt', 10n],
    ['dm desimeter dmt', 100n],
    ['m meter metre metres mtr løpemeter lm', 1_000n],
    ['km kilometer kilometre kmt', 1_000_000n],
  ],
  [
    ['mg milligram mgm', 1n],
    ['g gram gr grm', 1_000n],
    ['hg hekto', 100_000n],
    ['kg kilo kilogram kgm', 1_000_000n],
    ['t tonn ton tne', 1_000_000_000n],
  ],
  [
    ['mm2 kvadratmillimeter mmk', 1n],
    ['cm2 kvadratcentimeter cmk', 100n],
    ['dm2 kvadratdesimeter dmk', 10_000n],
    ['m2 kvm kvadratmeter mtk', 1_000_000n],
  ],
  [
    ['mm3 mmq', 1n],
    ['ml milliliter cm3 mlt cmq', 1_000n],
    ['cl centiliter clt', 10_000n],
    ['dl desiliter dlt', 100_000n],
    ['l liter litre ltr dm3 dmq', 1_000_000n],
    ['m3 kbm kubikkmeter mtq', 1_000_000_000n],
  ],
  [
    ['s sek sekund sekunder sec', 1n],
    ['min minutt minutter', 60n],
    ['h time timer hur', 3_600n],
    ['døgn', 86_400n],
  ],
]

export const multiples: Readonly<Record<string, string>> = {
  hmt: '100m',
  cen: '100stk',
}

/** Equal units of unknown size: nobody knows how many a package contains. */
export const synonyms: Readonly<Record<string, string>> = {
  pakke: 'pk',
  pakning: 'pk',
  set: 'sett',
}

type Known = { readonly name: string; readonly measures: number; readonly size: bigint }

export const known: ReadonlyMap<string, Known> = new Map(
  tables.flatMap((table, measures) =>
    table.flatMap(([names, size]) => {
      const all = names.split(' ')
      return all.map((name) => [name, { name: all[0]!, measures, size }] as const)
    }),
  ),
)
