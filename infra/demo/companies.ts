/** The sample's records by a short key; the keys of links and references below are these. */
export const suppliers = {
  drivteknikk: {
    name: 'Østlandet Drivteknikk AS',
    orderEmail: 'ordre@drivteknikk.example',
    contactPerson: 'Ingrid Aasen',
    contactEmail: 'ingrid.aasen@drivteknikk.example',
    contactPhone: '+47 22 00 01 10',
    website: 'https://drivteknikk.example',
    address: 'Industriveien 14',
    postalCode: '2020',
    city: 'Skedsmokorset',
    country: 'Norge',
  },
  automasjon: {
    name: 'Fjord Automasjon AS',
    orderEmail: 'bestilling@fjordautomasjon.example',
    contactPerson: 'Lars Bjørnstad',
    contactEmail: 'lars@fjordautomasjon.example',
    contactPhone: '+47 55 00 02 20',
    website: 'https://fjordautomasjon.example',
    city: 'Bergen',
    country: 'Norge',
  },
  staal: {
    name: 'Trøndelag Stål og Profil',
    orderEmail: 'salg@tsp.example',
    contactPhone: '+47 73 00 03 30',
    city: 'Trondheim',
    country: 'Norge',
  },
  elektro: {
    name: 'Nordlys Elektrogros AS',
    orderEmail: 'ordre@nordlyselektro.example',
    contactPerson: 'Mona Håkonsen',
    website: 'https://nordlyselektro.example',
    city: 'Tromsø',
    country: 'Norge',
  },
}

export const manufacturers = {
  nordgir: { name: 'Nordgir', supplier: 'drivteknikk' },
  baandverk: { name: 'Båndverk Industrier', supplier: 'drivteknikk' },
  lysoye: { name: 'Lysøye Sensorikk', supplier: 'automasjon' },
  regulo: { name: 'Regulo Drives', supplier: 'automasjon' },
  profilverk: { name: 'Profilverk', supplier: 'staal' },
  skapnor: { name: 'Skapnor', supplier: 'elektro' },
}
