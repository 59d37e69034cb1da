const types = ['Spiralgir', 'Snekkegir', 'Trommelmotor', 'Servomotor']
const suppliers = ['SEW-EURODRIVE AS', 'Interroll Norge', 'ABB AS', 'Åkerströms', 'Bosch Rexroth']
const powers = ['0.37', '0.55', '0.75', '1.1', '1.5', '2.2', '4', '7.5']

const headings = [
  'Leverandor art.nr',
  'Beskrivelse',
  'Type',
  'ITO art.nr',
  'Kommunikasjonstype',
  'Effekt',
  'RPM',
  'Dreiemoment',
  'Aksel',
  'Kontroller',
  'Brems',
  'Vekt',
  'Leverandor',
  'Produsent',
]

const of = <T>(choices: readonly T[], index: number): T => choices[index % choices.length]!

const motor = (index: number): readonly (string | number)[] => [
  `R${17 + (index % 90)}DRN${index}`,
  `Girmotor R${17 + (index % 90)} nr. ${(index * 7919) % 100_003}`,
  of(types, index),
  `K-${10_000 + index}`,
  index % 3 === 0 ? 'Profinet' : '',
  of(powers, index * 5),
  1_400 + ((index * 31) % 600),
  ((index * 17) % 4_000) / 10,
  index % 2 === 0 ? 20 : 'Ø25 kile',
  index % 4 === 0 ? 'MOVIMOT' : '',
  index % 5 === 0 ? 'Ja' : 'Nei',
  (index % 400) / 10 + 1,
  of(suppliers, index * 3),
  of(suppliers, index),
]

/** A file of so many different motors, as the import takes it. */
export const motorsCsv = (count: number): string =>
  [headings, ...Array.from({ length: count }, (_, index) => motor(index + 1))]
    .map((row) => row.join(','))
    .join('\n')
