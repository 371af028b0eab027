// Command kubernetes reads rendered manifests from standard input and reports what Kubernetes would refuse: unknown fields, values of the wrong type,
// invalid names and labels, a variable that is set twice. Fields are checked as strictly as by a server's strict validation.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	monitoring "github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/client-go/kubernetes/scheme"
	gateway "sigs.k8s.io/gateway-api/apis/v1"
)

func main() {
	count, problems, err := check(os.Stdin)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	for _, problem := range problems {
		fmt.Fprintln(os.Stderr, problem)
	}
	fmt.Println(count)
	if len(problems) > 0 {
		os.Exit(1)
	}
}

func check(input io.Reader) (count int, problems []string, err error) {
	known := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{scheme.AddToScheme, monitoring.AddToScheme, gateway.Install} {
		if err := add(known); err != nil {
			return 0, nil, err
		}
	}
	decoder := serializer.NewCodecFactory(known, serializer.EnableStrict).UniversalDeserializer()
	reader := yaml.NewYAMLReader(bufio.NewReader(input))
	for {
		document, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return count, problems, nil
		}
		if err != nil {
			return count, problems, err
		}
		if isEmpty(document) {
			continue
		}
		count++
		object, kind, err := decoder.Decode(document, nil, nil)
		if err != nil {
			problems = append(problems, err.Error())
			continue
		}
		problems = append(problems, problemsOf(object, kind.Kind)...)
	}
}
