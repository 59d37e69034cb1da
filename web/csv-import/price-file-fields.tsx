import {
  priceFileDefaults,
  type ImportOptions,
  type PriceFileOptions,
} from '#contracts/csv/options.ts'
import { RecordSelect } from '../fields/record-select.tsx'
import { Select } from '../lib/select.tsx'
import { Labelled, LabelledSelect } from './import-fields.tsx'

type Props = {
  options: ImportOptions
  onChange: (options: ImportOptions) => void
  disabled: boolean
}

/** New components and offers need one to be of. */
const withoutSupplier = ({ otherSuppliers }: PriceFileOptions): Partial<PriceFileOptions> => ({
  supplier: 'file',
  unknownItems: 'skip',
  ...(otherSuppliers === 'offer' && { otherSuppliers: 'skip' }),
})

/** How a wholesaler's price file is to be taken. */
export const PriceFileFields = ({ options: all, onChange, disabled }: Props) => {
  const { priceFile: options = priceFileDefaults } = all
  const { supplier, otherSuppliers, unknownItems, priceType, otherDates } = options
  const one = typeof supplier === 'number' ? supplier : null
  const change = (some: Partial<PriceFileOptions>) =>
    onChange({ ...all, priceFile: { ...options, ...some } })
  return (
    <>
      <p className="text-sm text-muted">
        Filen gir priser til komponenter med samme El-nummer. Bruttopris blir listepris, nettopris
        blir kostpris. Står det en rabatt, blir kostprisen regnet ut av den.
      </p>
      <fieldset disabled={disabled} className="grid gap-3 sm:grid-cols-2">
        <Labelled label="Gjelder komponenter fra">
          <RecordSelect
            collection="suppliers"
            value={one}
            none="Filens grossist"
            onChange={(id) => change(id === null ? withoutSupplier(options) : { supplier: id })}
            field={{}}
          />
        </Labelled>
        <Labelled label="Andre leverandørers komponenter">
          <Select
            value={otherSuppliers}
            onChange={({ target }) =>
              change({ otherSuppliers: target.value as PriceFileOptions['otherSuppliers'] })
            }
          >
            <option value="skip">La dem stå</option>
            <option value="offer" disabled={one === null}>
              {one !== null ? 'Gi dem et tilbud' : 'Gi dem et tilbud (velg leverandør)'}
            </option>
            <option value="take">Gi dem pris også</option>
          </Select>
        </Labelled>
        <Labelled label="Varer som ikke er komponenter">
          <Select
            value={unknownItems}
            onChange={({ target }) =>
              change({ unknownItems: target.value as PriceFileOptions['unknownItems'] })
            }
          >
            <option value="skip">Hopp over dem</option>
            <option value="create" disabled={one === null}>
              {one !== null ? 'Opprett dem' : 'Opprett dem (velg leverandør)'}
            </option>
          </Select>
        </Labelled>
        <LabelledSelect
          label="Priser uten pristype er"
          value={priceType}
          options={{ file: 'Som filtypen tilsier', B: 'Bruttopriser', N: 'Nettopriser' }}
          onChange={(value) => change({ priceType: value })}
        />
        <LabelledSelect
          label="Priser som ikke gjelder i dag"
          value={otherDates}
          options={{ skip: 'Ta dem ikke med', take: 'Ta dem med, fra sin dato' }}
          onChange={(value) => change({ otherDates: value })}
        />
      </fieldset>
    </>
  )
}
