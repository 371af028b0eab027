package main

import (
	"bytes"
	"fmt"

	apps "k8s.io/api/apps/v1"
	batch "k8s.io/api/batch/v1"
	core "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/api/validation"
	metavalidation "k8s.io/apimachinery/pkg/apis/meta/v1/validation"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// isEmpty recognizes a document with only comments, as a disabled template renders it.
func isEmpty(document []byte) bool {
	for _, line := range bytes.Split(document, []byte("\n")) {
		line = bytes.TrimSpace(line)
		if len(line) > 0 && line[0] != '#' && !bytes.Equal(line, []byte("---")) {
			return false
		}
	}
	return true
}

// problemsOf has the checks of an API server for every object that the types do not express.
func problemsOf(object runtime.Object, kind string) []string {
	accessor, err := meta.Accessor(object)
	if err != nil {
		return []string{err.Error()}
	}
	where := fmt.Sprintf("%s %s", kind, accessor.GetName())
	validName := validation.NameIsDNSSubdomain
	if kind == "Service" {
		validName = validation.NameIsDNS1035Label
	}
	var problems []string
	for _, message := range validName(accessor.GetName(), false) {
		problems = append(problems, fmt.Sprintf("%s: metadata.name: %s", where, message))
	}
	found := metavalidation.ValidateLabels(accessor.GetLabels(), field.NewPath("metadata", "labels"))
	found = append(found, validation.ValidateAnnotations(accessor.GetAnnotations(), field.NewPath("metadata", "annotations"))...)
	if template := podTemplate(object); template != nil {
		found = append(found, metavalidation.ValidateLabels(template.Labels, field.NewPath("spec", "template", "metadata", "labels"))...)
		found = append(found, containerProblems(template.Spec)...)
	}
	for _, problem := range found {
		problems = append(problems, fmt.Sprintf("%s: %v", where, problem))
	}
	return problems
}

func podTemplate(object runtime.Object) *core.PodTemplateSpec {
	switch typed := object.(type) {
	case *apps.Deployment:
		return &typed.Spec.Template
	case *batch.Job:
		return &typed.Spec.Template
	case *core.Pod:
		return &core.PodTemplateSpec{ObjectMeta: typed.ObjectMeta, Spec: typed.Spec}
	}
	return nil
}

// Server-side apply merges lists by their keys and refuses a duplicate key.
func containerProblems(pod core.PodSpec) (problems field.ErrorList) {
	names := map[string]bool{}
	for index, container := range append(append([]core.Container{}, pod.InitContainers...), pod.Containers...) {
		path := field.NewPath("spec", "containers").Index(index)
		if names[container.Name] {
			problems = append(problems, field.Duplicate(path.Child("name"), container.Name))
		}
		names[container.Name] = true
		if container.Image == "" {
			problems = append(problems, field.Required(path.Child("image"), "a container has an image"))
		}
		variables := map[string]bool{}
		for _, variable := range container.Env {
			if variables[variable.Name] {
				problems = append(problems, field.Duplicate(path.Child("env"), variable.Name))
			}
			variables[variable.Name] = true
		}
	}
	return problems
}
