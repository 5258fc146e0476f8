import { execFileSync } from "node:child_process";

/** What kube-proxy calls its chains; these two are a kubelet's. */
const own = "KUBE-(?!IPTABLES-HINT|KUBELET-CANARY)\\S+";
const chainName = new RegExp(`^:(${own}) `);
const jump = new RegExp(`^-A (\\S+) .*-j ${own}$`);

/** Whether a kube-proxy has been at work on this machine. */
export function hasProxyRules(): boolean {
  return tables("iptables-save").some(({ lines }) => lines.some((line) => line.startsWith(":KUBE-SERVICES ")));
}

/** Removes the chains of kube-proxy, and the rules of other chains that lead there. */
export function removeProxyRules(): void {
  for (const version of ["iptables", "ip6tables"]) {
    const text = tables(`${version}-save`).map(({ name, lines }) => {
      const chains = lines.flatMap((line) => chainName.exec(line)?.[1] ?? []);
      const leading = lines.filter((line) => !jump.exec(line)?.[1]?.startsWith("KUBE-") && jump.test(line));
      const commands = [
        ...leading.map((line) => line.replace(/^-A/, "-D")),
        ...chains.map((chain) => `-F ${chain}`),
        ...chains.map((chain) => `-X ${chain}`),
      ];
      return commands.length === 0 ? "" : `*${name}\n${commands.join("\n")}\nCOMMIT\n`;
    });
    const input = text.join("");
    if (input !== "") execFileSync(`${version}-restore`, ["--noflush"], { input, stdio: ["pipe", "ignore", "pipe"] });
  }
}

interface Table {
  readonly name: string;
  readonly lines: readonly string[];
}

/** None where the machine cannot do it: then kube-proxy could not either. */
function tables(program: string): Table[] {
  let text: string;
  try {
    text = execFileSync(program, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  } catch {
    return [];
  }
  return text
    .split(/^\*/m)
    .slice(1)
    .map((part) => {
      const [name = "", ...lines] = part.split("\n");
      return { name, lines };
    });
}
