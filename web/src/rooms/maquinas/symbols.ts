/** Our own figures of the reels: a ground colour and shapes on a square of 100. */
export const FIGURES: Record<string, { ground: string; shapes: string }> = {
  siete: { ground: "#3a0d12", shapes: '<path d="M22 20h56v14L52 84H34l24-48H22z" fill="#ff4d4d" stroke="#ffd27a" stroke-width="4"/>' },
  bar: { ground: "#1b1b24", shapes: '<rect x="12" y="34" width="76" height="32" rx="5" fill="#e9e2d0"/><path d="M20 58V42h8q6 0 6 4t-4 4q5 1 5 4t-7 4zM44 58l6-16h4l6 16M68 58V42h7q6 0 6 5t-5 5l5 6" fill="none" stroke="#1b1b24" stroke-width="4"/>' },
  cereza: { ground: "#12301b", shapes: '<path d="M34 62Q40 30 70 18M66 66Q66 36 70 18" fill="none" stroke="#5fae4c" stroke-width="5"/><circle cx="32" cy="68" r="17" fill="#e0263c"/><circle cx="66" cy="72" r="17" fill="#c81f38"/><circle cx="26" cy="62" r="5" fill="#fff" opacity=".5"/>' },
  nada: { ground: "#11151a", shapes: "" },
  campana: { ground: "#2b2108", shapes: '<path d="M50 14q22 4 22 38l10 20H18l10-20q0-34 22-38z" fill="#f3bd3d"/><circle cx="50" cy="80" r="8" fill="#c98b14"/>' },
  ancla: { ground: "#0c2238", shapes: '<path d="M50 24v56M30 40h40M20 56q4 26 30 26t30-26" fill="none" stroke="#d8e6f2" stroke-width="8" stroke-linecap="round"/><circle cx="50" cy="18" r="9" fill="none" stroke="#d8e6f2" stroke-width="6"/>' },
  red: { ground: "#10303a", shapes: '<path d="M18 18l64 64M18 50l32 32M50 18l32 32M82 18L18 82M82 50L50 82M50 18L18 50" stroke="#7fd0c8" stroke-width="4"/>' },
  pez: { ground: "#0d2b3f", shapes: '<path d="M14 50q26-30 52 0q-26 30-52 0zM64 50l22-16v32z" fill="#5ec0f2"/><circle cx="30" cy="46" r="4" fill="#082030"/>' },
  faro: { ground: "#1c1633", shapes: '<path d="M40 84l4-50h12l4 50z" fill="#f4f0e6"/><path d="M42 62h16M43 48h14" stroke="#d23b3b" stroke-width="7"/><path d="M40 24h20v10H40z" fill="#ffd75e"/><path d="M60 28l30-10v20zM40 28L10 18v20z" fill="#ffd75e" opacity=".5"/>' },
  nudo: { ground: "#2a1d10", shapes: '<path d="M20 60q10-34 36-16T44 76 30 40t46 4" fill="none" stroke="#d2a56a" stroke-width="9" stroke-linecap="round"/>' },
  cofre: { ground: "#22160b", shapes: '<path d="M16 46q0-22 34-22t34 22z" fill="#a0642a"/><rect x="16" y="46" width="68" height="34" fill="#7d4a1c"/><rect x="43" y="40" width="14" height="18" fill="#ffd75e"/>' },
  vela: { ground: "#0f2c42", shapes: '<path d="M50 14v52M50 16q34 20 30 48H50zM46 24q-22 16-24 40h24z" fill="#fff6df" stroke="#c9b98c" stroke-width="2"/><path d="M18 72h64l-8 12H26z" fill="#8a5a2c"/>' },
  lava: { ground: "#3d0e05", shapes: '<path d="M50 12q26 34 20 56-4 18-20 18t-20-18q-4-18 8-24 0 14 8 14 10-22 4-46z" fill="#ff7a1a"/><path d="M50 48q12 18 6 28-12 6-14-6 0-10 8-22z" fill="#ffe27a"/>' },
  roca: { ground: "#202224", shapes: '<path d="M16 70l14-36 26-12 26 22 4 28-22 10H28z" fill="#8a8f94"/><path d="M30 34l20 18 32-8M50 52l-6 30" stroke="#5d6266" stroke-width="3" fill="none"/>' },
  condor: { ground: "#16283f", shapes: '<path d="M6 40q24-12 38 8 3-14 12-14 8 0 8 8 14-14 32-4-18 4-30 24-8 12-22 6Q26 58 6 40z" fill="#1c1c20" stroke="#e8e8ee" stroke-width="3"/><circle cx="56" cy="36" r="6" fill="#e08a6a"/>' },
  cobre: { ground: "#2c140a", shapes: '<path d="M18 62l12-22h40l12 22-10 14H28z" fill="#c8713a"/><path d="M30 40l8 22h24l8-22M38 62l-10 14M62 62l10 14" stroke="#f2b184" stroke-width="3" fill="none"/>' },
  lapis: { ground: "#0b1236", shapes: '<path d="M50 12l30 24-12 46H32L20 36z" fill="#2f57e0"/><path d="M20 36h60M50 12L38 36l12 46 12-46z" stroke="#9cb6ff" stroke-width="3" fill="none"/>' },
  quena: { ground: "#20240e", shapes: '<path d="M20 78L74 18l8 8-54 60z" fill="#d9c184"/><g fill="#4a3c14"><circle cx="40" cy="62" r="4"/><circle cx="50" cy="51" r="4"/><circle cx="60" cy="40" r="4"/></g>' },
  llama: { ground: "#2b2231", shapes: '<path d="M36 84V56q-6-14-2-38l6-6 4 10h6q2 14-2 24h18q14 4 12 20v18h-8V68H46v16z" fill="#f2e6d4"/><circle cx="40" cy="26" r="3" fill="#222"/>' },
  volcan: { ground: "#2a0f1c", shapes: '<path d="M10 84l30-50h20l30 50z" fill="#6d4b45"/><path d="M40 34h20l6 12-8-2-6 12-6-14-8 6z" fill="#ff7a1a"/><path d="M50 30V12M42 28l-8-14M58 28l8-14" stroke="#ffb347" stroke-width="5"/>' },
  comodin: { ground: "#2a1145", shapes: '<path d="M50 8l12 28 30 3-23 20 7 30-26-16-26 16 7-30L8 39l30-3z" fill="#ffd75e"/><text x="50" y="63" text-anchor="middle" font-size="30" font-weight="900" fill="#4a1b7a">★</text>' },
  sol: { ground: "#3a2504", shapes: '<circle cx="50" cy="50" r="20" fill="#ffc93c"/><path d="M50 8v16M50 76v16M8 50h16M76 50h16M20 20l12 12M68 68l12 12M80 20L68 32M20 80l12-12" stroke="#ffc93c" stroke-width="6"/>' },
  luna: { ground: "#0e1430", shapes: '<path d="M64 16a36 36 0 1 0 18 54A30 30 0 0 1 64 16z" fill="#dfe7ff"/>' },
  guanaco: { ground: "#2c1d0f", shapes: '<path d="M24 84V56l-2-40 8-4 4 12 4 24h30l10 10v26h-8V66H34v18z" fill="#c98a4b"/><circle cx="28" cy="22" r="3" fill="#222"/>' },
  zorro: { ground: "#2e1408", shapes: '<path d="M18 18l20 14h24l20-14-4 34-28 34-28-34z" fill="#e0702a"/><path d="M50 86L36 58h28z" fill="#fff1dc"/><circle cx="38" cy="48" r="4" fill="#1d120a"/><circle cx="62" cy="48" r="4" fill="#1d120a"/>' },
  cactus: { ground: "#1c2a12", shapes: '<path d="M50 86V18M50 60H30V36M50 50h20V30" stroke="#59b04a" stroke-width="14" fill="none" stroke-linecap="round" stroke-linejoin="round"/>' },
  sal: { ground: "#1a2b33", shapes: '<path d="M14 60l14-18 18 8 18-18 22 22-8 22H24z" fill="#f0f6f8"/><path d="M28 42l14 34M64 32l-6 44" stroke="#b6ccd4" stroke-width="3"/>' },
  flor: { ground: "#33112a", shapes: '<g fill="#ef6fb4"><ellipse cx="50" cy="26" rx="12" ry="18"/><ellipse cx="50" cy="74" rx="12" ry="18"/><ellipse cx="26" cy="50" rx="18" ry="12"/><ellipse cx="74" cy="50" rx="18" ry="12"/></g><circle cx="50" cy="50" r="12" fill="#ffd75e"/>' },
  estrella: { ground: "#0c1040", shapes: '<path d="M50 8l10 30 32 2-25 20 9 32-26-18-26 18 9-32L8 40l32-2z" fill="#9fd6ff"/>' },
};

/** The figures by which a program is known. */
export const SIGNS: Record<string, string[]> = {
  "tres-cerezas": ["cereza", "siete", "bar"], "campana-pozo": ["siete", "campana", "siete"], volcan: ["volcan", "condor", "lava"],
  faro: ["faro", "ancla", "pez"], desierto: ["sol", "flor", "guanaco"],
};
