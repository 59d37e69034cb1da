import { priceFileDefaults, type PriceFileOptions } from '#contracts/csv/options.ts'
import { LabelledRecordSelect } from '../fields/record-select.tsx'
import { LabelledSelect } from '../lib/labelled.tsx'
import type { CsvImport } from './use-csv-import.ts'

const choices = [
  {
    key: 'otherSuppliers',
    label: 'Andre leverandørers komponenter',
    texts: { skip: 'La dem stå', offer: 'Gi dem et tilbud', take: 'Gi dem pris også' },
  },
  {
    key: 'unknownItems',
    label: 'Varer som ikke er komponenter',
    texts: { skip: 'Hopp over dem', create: 'Opprett dem' },
  },
  {
    key: 'priceType',
    label: 'Priser uten pristype er',
    texts: { file: 'Som filtypen tilsier', B: 'Bruttopriser', N: 'Nettopriser' },
  },
  {
    key: 'otherDates',
    label: 'Priser som ikke gjelder i dag',
    texts: { skip: 'Ta dem ikke med', take: 'Ta dem med, fra sin dato' },
  },
] as const

const ofSupplier = ['offer', 'create']

const withoutSupplier = ({ otherSuppliers }: PriceFileOptions): Partial<PriceFileOptions> => ({
  supplier: 'file',
  unknownItems: 'skip',
  ...(otherSuppliers === 'offer' && { otherSuppliers: 'skip' }),
})

export const PriceFileFields = ({ work }: { work: CsvImport }) => {
  const { priceFile: options = priceFileDefaults } = work.options
  const supplier = typeof options.supplier === 'number' ? options.supplier : null
  const change = (some: Partial<PriceFileOptions>) =>
    work.setOptions({ ...work.options, priceFile: { ...options, ...some } })
  const optionOf = ([value, text]: [string, string]) => {
    const lacksSupplier = supplier === null && ofSupplier.includes(value)
    return [value, lacksSupplier ? `${text} (velg leverandør)` : text, lacksSupplier] as const
  }
  return (
    <>
      <p className="text-sm text-muted">
        Filen gir priser til komponenter med samme El-nummer. Bruttopris blir listepris, nettopris
        blir kostpris. Står det en rabatt, blir kostprisen regnet ut av den.
      </p>
      <fieldset disabled={work.isRunning} className="grid gap-3 sm:grid-cols-2">
        <LabelledRecordSelect
          label="Gjelder komponenter fra"
          collection="suppliers"
          value={supplier}
          none="Filens grossist"
          onChange={(id) => change(id === null ? withoutSupplier(options) : { supplier: id })}
        />
        {choices.map(({ key, label, texts }) => (
          <LabelledSelect
            key={key}
            label={label}
            value={options[key]}
            options={Object.entries(texts).map(optionOf)}
            onChange={(value) => change({ [key]: value } as Partial<PriceFileOptions>)}
          />
        ))}
      </fieldset>
    </>
  )
}
