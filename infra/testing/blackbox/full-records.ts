const supplier = {
  name: 'Hel AS',
  orderEmail: 'ordre@hel.example',
  contactPerson: 'Kari Nordmann',
  contactEmail: 'kari@hel.example',
  contactPhone: '+47 22 33 44 55',
  website: 'https://hel.example',
  address: 'Storgata 1',
  country: 'Norge',
  city: 'Ås',
  postalCode: '0123',
}

const component = {
  description: 'Lager «6204» 2RS ½"',
  ppDescription: 'PP',
  tags: ['b', 'a'],
  supplierArticlenumber: '00123',
  itoArticlenumber: 'K-1',
  type: 'Lager',
  electricalNumber: '0812345',
  drawingNumber: 'T-1',
  weight: 0.11,
  countryOfOrigin: 'NO',
  unit: 'stk',
  notes: 'Linje 1\nLinje 2',
}

const motor = {
  description: 'Girmotor',
  type: 'Snekkegir',
  supplierArticlenumber: 'DM-1',
  itoArticlenumber: 'K-2',
  communicationtype: 'AS-i',
  power: 0.37,
  min: 10,
  rpm: 1400,
  max: 1500,
  torque: 9.2,
  shaft: 20,
  constructiontype: 'B5',
  kBox: 'ja',
  kInput: '2',
  current: 1.25,
  frq: 50,
  controller: 'FC-302',
  defaultbracket: 'B1',
  bracketoptions: ['B1', 'B2'],
  softstarter: 'nei',
  brake: true,
  notes: 'n',
  settingRange: '0,4-0,63',
  driveDiameter: 113.5,
  mMin: 12.5,
  mSec: 0.208,
  weight: 7.08,
  f: 3,
}

const sensor = {
  description: 'Fotocelle',
  type: 'Optisk',
  allowedPrefix: ['B', 'S'],
  supplierArticlenumber: '516-3256',
  itoArticlenumber: 'K-3',
  outputtype: 'PNP/NO',
  connectortype: 'M12-4P',
  defaultbracket: 'Vinkel',
  bracketoptions: ['Vinkel'],
  reflexoptions: ['R1', 'R2'],
  notes: 'n',
}

const assembly = {
  name: 'Linje',
  description: 'Transportør',
  type: 'Bånd',
  drawingNumber: 'T-9',
  notes: 'n',
}

/** Every field has a value. Written from the specification, not from the definitions, so that it checks them. */
export const fullRecords = (supplierId: number, manufacturerId: number) => ({
  suppliers: supplier,
  manufacturers: { name: 'Fabrikk', supplierId },
  componenttypes: { ...component, manufacturerId, supplierId },
  motortypes: { ...motor, supplierId, manufacturerId },
  sensortypes: { ...sensor, manufacturerId, supplierId },
  assemblytypes: assembly,
})
