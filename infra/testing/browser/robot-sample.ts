import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Quantity by parent and child. */
const contents: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'Gående robot': { Kropp: 1, Bein: 6, 'Skrue M3×8': 24, 'IMU 9 akser': 1 },
  Kropp: { Hovedkort: 1, Batteripakke: 2, 'Skrue M3×8': 40, 'Dybdekamera 3D': 2, Avstivning: 12 },
  Bein: { Hofteledd: 1, Kneledd: 1, Fot: 1, Karbonrør: 2 },
  Hofteledd: { Drivenhet: 2, Avstivning: 3, 'Skrue M3×8': 8 },
  Kneledd: { Drivenhet: 1, Avstivning: 2, 'Skrue M3×8': 6, 'Kulelager 688': 2 },
  Drivenhet: { 'Børsteløs motor 300 kV': 1, 'Koder 5000 pulser': 2, Girtrinn: 2, 'Skrue M2×5': 11 },
  Girtrinn: { 'Kulelager 688': 3, 'Tannhjul 60T': 1, 'Skrue M2×5': 4 },
  Fot: { Kraftmåler: 1, Gummisåle: 1, 'Skrue M2×5': 3 },
  Hovedkort: { 'Prosessorkort 8 GB': 1, 'Motorstyring 2 kanaler': 9, 'Skrue M2×5': 4 },
  Batteripakke: { 'Celle 18650': 12, Avstivning: 1, 'Vifte 40 mm': 1, 'Skrue M3×8': 4 },
}
const motors = ['Børsteløs motor 300 kV', 'Vifte 40 mm']
const sensors = ['IMU 9 akser', 'Dybdekamera 3D', 'Koder 5000 pulser', 'Kraftmåler']

const kindOf = (name: string) => {
  if (name in contents) return 'assembly'
  if (motors.includes(name)) return 'motor'
  return sensors.includes(name) ? 'sensor' : 'component'
}

/** Writes the files that `infra/testing/blackbox/load-robot.ts` reads. */
export const robotSample = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'stykkliste-robot-'))
  const write = (name: string, rows: readonly (readonly (string | number)[])[]) =>
    writeFileSync(join(folder, `${name}.csv`), rows.map((row) => `${row.join(',')}\n`).join(''))

  const lines = Object.entries(contents).flatMap(([parent, items]) =>
    Object.entries(items).map(([child, quantity]) => [parent, child, kindOf(child), quantity]),
  )
  const parts = [...new Set(lines.map(([, child]) => String(child)))].filter(
    (name) => kindOf(name) !== 'assembly',
  )
  write('assemblies', [
    ['assembly_id', 'name'],
    ...Object.keys(contents).map((name) => [name, name]),
  ])
  write('items', [
    ['item_id', 'description', 'item_type', 'supplier', 'supplier_article_no'],
    ...parts.map((name, index) => [name, name, kindOf(name), 'Robotverket AS', `RV-${index}`]),
  ])
  write('bom_lines', [['assembly_id', 'child_id', 'child_type', 'quantity'], ...lines])
  return folder
}
