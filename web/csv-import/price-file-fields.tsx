import { priceFileDefaults, type PriceFileOptions } from '#contracts/csv/nelfo/options.ts'
import { RecordSelect } from '../fields/record-select.tsx'
import { Select } from '../fields/select.tsx'
import { Labelled } from './option-fields.tsx'

type Props = {
  options: PriceFileOptions | undefined
  onChange: (options: PriceFileOptions) => void
  disabled: boolean
}

/** How a wholesaler's price file is to be taken. */
export const PriceFileFields = ({ options = priceFileDefaults, onChange, disabled }: Props) => {
  const { supplier, otherSuppliers, unknownItems, priceType, otherDates } = options
  const one = typeof supplier === 'number' ? supplier : null
  const change = (some: Partial<PriceFileOptions>) => onChange({ ...options, ...some })
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
            // New components need a supplier to be of.
            onChange={(id) =>
              change(id === null ? { supplier: 'file', unknownItems: 'skip' } : { supplier: id })
            }
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
        <Labelled label="Priser uten pristype er">
          <Select
            value={priceType}
            onChange={({ target }) =>
              change({ priceType: target.value as PriceFileOptions['priceType'] })
            }
          >
            <option value="file">Som filtypen tilsier</option>
            <option value="B">Bruttopriser</option>
            <option value="N">Nettopriser</option>
          </Select>
        </Labelled>
        <Labelled label="Priser som ikke gjelder i dag">
          <Select
            value={otherDates}
            onChange={({ target }) =>
              change({ otherDates: target.value as PriceFileOptions['otherDates'] })
            }
          >
            <option value="skip">Ta dem ikke med</option>
            <option value="take">Ta dem med</option>
          </Select>
        </Labelled>
      </fieldset>
    </>
  )
}
