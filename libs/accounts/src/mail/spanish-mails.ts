import type { AccountMails, SignInChange } from './account-mail';

const IGNORE = 'Si no esperaba este correo, ignórelo: no ocurre nada sin el enlace.';

export const spanishMails: AccountMails = {
  signUp: (place, address) => ({
    subject: `Confirme su dirección en ${place}`,
    before: [
      `Alguien se ha registrado en ${place} con esta dirección de correo y ha elegido una contraseña.`,
      'Si ha sido usted, confírmelo en 24 horas:',
    ],
    link: { address, label: 'Confirmar la dirección' },
    after: ['Si no ha sido usted, ignore este correo. No abra el enlace: la contraseña no sería la suya.'],
  }),
  userExists: (place, address) => ({
    subject: `Ya tiene una cuenta en ${place}`,
    before: [
      `Alguien se ha registrado en ${place} con esta dirección de correo, que ya tiene una cuenta.`,
      'Si ha sido usted, inicie sesión. Si ha olvidado la contraseña, elija otra:',
    ],
    link: { address, label: 'Elegir otra contraseña' },
    after: ['Si no ha sido usted, ignore este correo: nada ha cambiado.'],
  }),
  recovery: (place, address) => ({
    subject: `Elija otra contraseña para ${place}`,
    before: [`Alguien ha pedido otra contraseña en ${place} para esta dirección.`, 'Elíjala en una hora:'],
    link: { address, label: 'Elegir otra contraseña' },
    after: [IGNORE],
  }),
  setUp: (place, address) => ({
    subject: `Prepare su cuenta en ${place}`,
    before: [`Tiene una cuenta en ${place} con esta dirección de correo.`, 'Elija su nombre y una contraseña:'],
    link: { address, label: 'Preparar la cuenta' },
    after: [IGNORE],
  }),
  newAddress: (place, address) => ({
    subject: `Confirme su nueva dirección en ${place}`,
    before: [`Alguien ha puesto esta dirección de correo en una cuenta de ${place}.`, 'Confírmela en 24 horas:'],
    link: { address, label: 'Confirmar la dirección' },
    after: [IGNORE],
  }),
  addressChanged: (place) => ({
    subject: `Su dirección en ${place} ha cambiado`,
    before: [`La cuenta de ${place} que tenía esta dirección de correo tiene ahora otra.`],
    after: ['Si no la ha cambiado usted, avise a quien administra el servidor.'],
  }),
  passwordChanged: (place, address) => ({
    subject: `Su contraseña en ${place} ha cambiado`,
    before: [
      `La contraseña de su cuenta en ${place} ha cambiado y las sesiones anteriores han terminado.`,
      'Si no la ha cambiado usted, elija otra:',
    ],
    link: { address, label: 'Elegir otra contraseña' },
    after: [],
  }),
  invitation: (place, address, title) => ({
    subject: `Invitación a ${title}`,
    before: [`Le han invitado a la cuenta «${title}» en ${place}.`, 'Acéptelo en 7 días:'],
    link: { address, label: 'Aceptar la invitación' },
    after: [IGNORE],
  }),
  code: (place, code) => ({
    subject: `Su código para ${place}`,
    before: [`Con este código confirma lo que hace en ${place}. Vale una vez, durante 10 minutos:`],
    code,
    after: ['No se lo dé a nadie. Si no esperaba este correo, cambie su contraseña.'],
  }),
  signInChanged: (place, address, change) => ({
    subject: `El inicio de sesión de su cuenta en ${place} ha cambiado`,
    before: [changes[change], 'Si no ha sido usted, elija otra contraseña y revise sus sesiones:'],
    link: { address, label: 'Elegir otra contraseña' },
    after: [],
  }),
};

const changes: Readonly<Record<SignInChange, string>> = {
  secondFactorOn:
    'El segundo factor de su cuenta está activado: para iniciar sesión con contraseña hace falta un código de su aplicación.',
  secondFactorOff: 'El segundo factor de su cuenta está desactivado: para iniciar sesión basta la contraseña.',
  recoveryCodesRenewed: 'Su cuenta tiene códigos de recuperación nuevos. Los anteriores ya no valen.',
  recoveryCodeUsed:
    'Alguien ha iniciado sesión en su cuenta, o la ha cambiado, con un código de recuperación. Ese código ya no vale.',
  passkeyAdded: 'Su cuenta tiene una llave de acceso nueva, con la que puede iniciar sesión.',
  secondFactorReset:
    'Quien administra una cuenta suya, o el servidor, ha quitado su segundo factor, sus códigos de recuperación y sus llaves de acceso.',
  passkeyRemoved: 'Se ha eliminado una llave de acceso de su cuenta. Ya no sirve para entrar.',
};
