import { importPath, type KindContext } from "./kind-context.ts";
import type { Insertion, ScaffoldFile, ScaffoldStep } from "./scaffold-file.ts";
import { controllerFile } from "./template/api/controller-file.ts";
import { controllerTestFile } from "./template/api/controller-test-file.ts";
import { deployImageController } from "./template/api/deploy-image-controller.ts";
import { deployImageTest } from "./template/api/deploy-image-test.ts";
import { foreignKindFiles } from "./template/api/foreign-kind-files.ts";
import { typesFile } from "./template/api/types-file.ts";
import { imageVariable, kindConfigFiles, kindConfigInsertions } from "./template/config/kind-config.ts";
import { fitting } from "./template/import-line.ts";
import { builderIndent } from "./template/main-file.ts";

/** What `create api` adds to a project. */
export function kindStep(context: KindContext): ScaffoldStep {
  const { hasApi, hasController } = context;
  return {
    files: [
      ...(hasApi ? [{ path: context.apiFile, text: typesFile(context) }, ...kindConfigFiles(context)] : []),
      ...(hasController ? controllerFiles(context) : []),
    ],
    insertions: [...(hasApi ? kindConfigInsertions(context) : []), ...(hasController ? mainInsertions(context) : [])],
  };
}

function controllerFiles(context: KindContext): ScaffoldFile[] {
  const { controllerFile: file, testFile, deployImage, origin } = context;
  if (origin !== "project") return foreignKindFiles(context);
  return deployImage === undefined
    ? [
        { path: file, text: controllerFile(context) },
        { path: testFile, text: controllerTestFile(context) },
      ]
    : [
        { path: file, text: deployImageController(context, deployImage) },
        { path: testFile, text: deployImageTest(context, deployImage) },
      ];
}

const mainPath = "src/main.ts";

function mainInsertions({ stem, controllerFile: file, setupName, deployImage }: KindContext): Insertion[] {
  const image = `image: process.env.${imageVariable({ stem })}`;
  const call = deployImage === undefined ? `${setupName}(manager);` : `${setupName}(manager, { ${image} });`;
  return [
    {
      path: mainPath,
      anchor: "imports",
      lines: [`import { ${setupName} } from "${importPath(mainPath, file)}";`],
      isSorted: true,
    },
    {
      path: mainPath,
      anchor: "builder",
      lines: fitting(call, `${setupName}(manager, {\n  ${image},\n});`, builderIndent).split("\n"),
    },
  ];
}
