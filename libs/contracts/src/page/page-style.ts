/** The style of every page of the accounts host: light and dark, and one column down to 320 pixels. */
export const pageStyle = `
:root { color-scheme: light dark; --ink: #1d2733; --soft: #556170; --line: #8793a1; --paper: #f3f5f8; --card: #fff;
  --strong: #0b5cad; --on-strong: #fff; --wrong: #a8201a }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6eaf0; --soft: #a3aebb; --line: #5f6b79; --paper: #12161b; --card: #1b2129; --strong: #7ab7ff;
    --on-strong: #0c1520; --wrong: #ff9d94 }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
main { width: min(26rem, 100% - 2rem); margin: 10vh auto 2rem; padding: 1.75rem 1.5rem; background: var(--card);
  border: 1px solid var(--line); border-radius: 10px }
main.wide { width: min(44rem, 100% - 2rem) }
h1 { margin: 0 0 1rem; font-size: 1.45rem; line-height: 1.25 }
h2 { margin: 1.5rem 0 .5rem; font-size: 1.1rem }
p, ul, dl { margin: 0 0 1rem; overflow-wrap: anywhere }
ul { padding-left: 1.25rem }
label { display: block; margin: 0 0 .9rem; font-weight: 600 }
input:not([type=checkbox]):not([type=hidden]), select, textarea { display: block; width: 100%; margin-top: .3rem;
  padding: .6rem .7rem; color: inherit; background: var(--paper); font: inherit; font-weight: 400;
  border: 1px solid var(--line); border-radius: 6px }
label.check { display: flex; gap: .6rem; align-items: baseline; font-weight: 400 }
button, a.button { display: block; width: 100%; margin: .75rem 0 0; padding: .65rem 1rem; font: inherit;
  font-weight: 600; text-align: center; text-decoration: none; color: var(--on-strong); background: var(--strong);
  border: 1px solid var(--strong); border-radius: 6px; cursor: pointer }
button.plain, a.plain, a.button.plain { color: var(--strong); background: transparent }
a { color: var(--strong) }
:focus-visible { outline: 3px solid var(--strong); outline-offset: 2px }
code, textarea.code { font-family: ui-monospace, monospace; font-size: .875rem; overflow-wrap: anywhere }
.code-large { font-family: ui-monospace, monospace; font-size: 1.6rem; letter-spacing: .12em }
.soft { color: var(--soft); font-size: .9rem }
.wrong { padding: .6rem .75rem; color: var(--wrong); border: 1px solid currentcolor; border-radius: 6px }
[hidden] { display: none !important }
.links { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; margin: 1.25rem 0 0 }
hr { margin: 1.5rem 0 1rem; border: 0; border-top: 1px solid var(--line) }
.done { padding: .6rem .75rem; border: 1px solid var(--line); border-radius: 6px }
.qr { max-width: 15rem; margin: 0 auto 1rem }
.qr svg { display: block; width: 100% }
ul.codes { padding: 0; list-style: none; columns: 2; font-family: ui-monospace, monospace }
ul.rows { padding: 0; list-style: none }
ul.rows > li { padding: .75rem 0; border-bottom: 1px solid var(--line) }
footer { margin: 1rem 0 0; color: var(--soft); font-size: .9rem }
`;

/** The source by which a content security policy allows exactly this style. `page.spec.ts` computes it. */
export const PAGE_STYLE_SOURCE = "'sha256-No7ZgeVtPKoRY10h1u4qsrhd+RcapapQH1AUmEXVLbw='";
